import type { Client } from '../../client';
import type { RecordedCommand } from '../record';
import { type AskedWrite, beginRecord, recordEnd } from '../record/recorded';
import type { OperatorContext } from './operator-context';
import type { DeviceRequest } from './write-request';

/**
 * Runs what reads, compares and writes on one device after everything of that kind that arrived before it, so that no value is
 * written over a newer one, and keeps it in the record. Enters the queue of the device synchronously.
 */
export function orderedWrite<R extends { readonly outcome: string }>(
  client: Client,
  context: OperatorContext,
  request: DeviceRequest,
  asked: Omit<AskedWrite, 'deviceId'>,
  work: (recorded: RecordedCommand) => Promise<R>,
): Promise<R & { readonly sequence: number }> {
  const { deviceId, signal } = request;
  const recorded = beginRecord(context, request, { ...asked, deviceId });
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
