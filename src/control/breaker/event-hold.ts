import type { Client } from '../../client';
import type { Clock } from '../../clock';
import { isActive } from '../write/read-back';
import { signalPart } from '../write/write-request';

interface HoldOptions {
  readonly signal?: AbortSignal;
  /** How old the lists may be: one list serves many devices. */
  readonly maxAgeMs: number;
  /** How the service is called, where that is not `client.call`. */
  readonly call?: Client['call'];
}

/** After a failed list, such as on an account without permission, none is requested for this long. */
const failureCooldownMs = 60_000;
const retryAtMs = new WeakMap<Client, number>();

/**
 * The devices that override events hold now; undefined where they cannot be read. Rejects when aborted. spec 3, 4.9
 */
export async function readHeldDevices(
  client: Client,
  clock: Clock,
  { signal, maxAgeMs, call = client.call }: HoldOptions,
): Promise<ReadonlySet<string> | undefined> {
  if ((retryAtMs.get(client) ?? Number.NEGATIVE_INFINITY) > clock.monotonicMs()) return undefined;
  const options = { ...signalPart(signal), maxAgeMs };
  try {
    const { data: events } = await call('overrideEvents.list', {}, options);
    const lists = await Promise.all(
      events.flatMap((event) =>
        event.id === undefined || !isActive(event)
          ? []
          : [call('overrideEvents.listParticipations', { path: { eventId: event.id } }, options)],
      ),
    );
    return new Set(
      lists.flatMap(({ data }) =>
        data.flatMap(({ deviceId, status }) =>
          status === 'participating' && deviceId !== undefined ? [deviceId] : [],
        ),
      ),
    );
  } catch (error) {
    if (signal?.aborted) throw error;
    retryAtMs.set(client, clock.monotonicMs() + failureCooldownMs);
    return undefined;
  }
}
