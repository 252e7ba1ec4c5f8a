import type { Transport } from '../../client';
import type { Recorder } from './recorder';
import type { SeededRandom } from './seeded-random';

/** Of the way to the service and back, and how much of it is left to chance. */
const latencyMs = 150;
const jitterMs = 50;
export const maxRequests = 2_000_000;

/** The requests of all clients. */
export interface ServiceRequests {
  readonly count: number;
  /** The way of a client's requests to the simulated service. */
  carriedBy(transport: Transport): Transport;
}

export function serviceRequests(recorder: Recorder, random: SeededRandom): ServiceRequests {
  let count = 0;
  const wait = () => new Promise((resolve) => setTimeout(resolve, (latencyMs + jitterMs * random.next()) / 2));
  return {
    get count() {
      return count;
    },
    carriedBy: (transport) => async (request, sending) => {
      count += 1;
      if (request.method !== 'GET') recorder.noteBeforeWrite();
      await wait();
      const result = await transport(request, sending);
      await wait();
      recorder.noteRequest(request, result.kind === 'answer' ? result.statusCode : 0);
      return result;
    },
  };
}
