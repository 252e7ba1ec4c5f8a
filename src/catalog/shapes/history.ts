import { known, text, view } from '../../schema';

/** spec 2.11 */
export const remoteHandleEvent = view({
  deviceId: text(),
  timestamp: text(),
  handlePosition: known(['open', 'closed']),
  source: text(),
});

/** spec 2.11 */
export const mainHandleEvent = view({ deviceId: text(), timestamp: text(), mainHandlePosition: text() });
