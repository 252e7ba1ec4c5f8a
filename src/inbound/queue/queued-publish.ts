import { createSeesNewer } from '../out-of-order';
import { isPublishFault, type PublishFault, readPublish } from '../publish';
import type { ReceivedPublish } from '../received-publish';
import type { QueueEntry } from './consumer';

const MAX_DEVICES = 200_000;

/** Reads the publishes of a queue; whether one is out of order is told from those that came to this worker. */
export function createQueuedPublishReader(): (entry: QueueEntry) => ReceivedPublish | PublishFault {
  const seesNewer = createSeesNewer(MAX_DEVICES);
  return ({ id, body, receivedAtMs }) => {
    const publish = readPublish(body);
    if (isPublishFault(publish)) return publish;
    return { id, publish, outOfOrder: seesNewer(publish.deviceId, publish.ts), receivedAtMs };
  };
}
