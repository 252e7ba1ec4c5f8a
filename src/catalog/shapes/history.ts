import { known, text, view } from '../../schema';
import { instantRead } from './values';

/** spec 2.11 */
export const remoteHandleEvent = view({
  deviceId: text(),
  timestamp: instantRead,
  handlePosition: known(['open', 'closed']),
  source: text(),
});

/** spec 2.11 */
export const mainHandleEvent = view({ deviceId: text(), timestamp: instantRead, mainHandlePosition: text() });
