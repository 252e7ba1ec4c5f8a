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
  const arrival = request.arrival ?? client.queue.arrive();
  const place = request.places?.of(deviceId) ?? client.queue.enterSetting(deviceId, arrival);
  if (request.arrival === undefined) arrival.named();
  const run = async () => {
    try {
      await place.ready(signal);
      return { ...(await work(recorded)), sequence: recorded.sequence };
    } finally {
      place.leave();
    }
  };
  return recordEnd(recorded, run());
}
