import type { Client } from '../../client';
import type { PendingRecord } from '../record';
import { beginRecord, recordEnd, type WriteDescription } from '../record/begin-record';
import type { OperatorContext } from './operator-context';
import type { DeviceRequest } from './write-request';

/**
 * Runs a read-compare-write on one device after all earlier ones, so that no older value overwrites a newer one, and
 * records it. Enters the setting queue of the device synchronously.
 */
export function orderedWrite<R extends { readonly outcome: string }>(
  client: Client,
  context: OperatorContext,
  request: DeviceRequest,
  description: Omit<WriteDescription, 'deviceId'>,
  work: (recorded: PendingRecord) => Promise<R>,
): Promise<R & { readonly sequence: number }> {
  const { deviceId, signal } = request;
  const recorded = beginRecord(context, request, { ...description, deviceId });
  const reservation = request.reservation ?? client.queue.reserve();
  const entry = request.entries?.of(deviceId) ?? client.queue.enterSetting(deviceId, reservation);
  if (request.reservation === undefined) reservation.release();
  const run = async () => {
    try {
      await entry.ready(signal);
      return { ...(await work(recorded)), sequence: recorded.sequence };
    } finally {
      entry.leave();
    }
  };
  return recordEnd(recorded, run());
}
