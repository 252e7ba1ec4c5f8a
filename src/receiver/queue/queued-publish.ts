import { createOutOfOrderCheck } from '../out-of-order';
import { isPublishFault, type PublishFault, readPublish } from '../publish';
import type { ReceivedPublish } from '../received-publish';
import type { QueueEntry } from './consumer';

const maxDevices = 200_000;

/** Reads the publishes of a queue. `outOfOrder` compares with those that this worker has read. */
export function createQueuedPublishReader(): (entry: QueueEntry) => ReceivedPublish | PublishFault {
  const isOutOfOrder = createOutOfOrderCheck(maxDevices);
  return ({ id, body, receivedAtMs }) => {
    const read = readPublish(body);
    if (isPublishFault(read)) return read;
    const { publish, unread } = read;
    return { id, publish, unread, outOfOrder: isOutOfOrder(publish.deviceId, publish.ts), receivedAtMs };
  };
}
