import type { CheckedDevice } from '../../admin-api';
import type { Client } from '../../client';

type Sources = NonNullable<CheckedDevice['sources']>;

interface Movement {
  readonly timestamp?: string;
  readonly source?: string;
}

/**
 * What moved the remote handle of a device since an instant, most movements first. One page: the service takes no range,
 * and of a handle that moves more often the newest movements tell as much. spec 4.7
 */
export async function readHandleSources(
  call: Client['call'],
  deviceId: string,
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): Promise<Sources> {
  const { data } = await call('eventHistory.remoteHandle', { filter: { deviceId } });
  return sourcesOf(data, fromMs, nowMs);
}

/** Movements without a time of their own are left out: nobody can say that they are of these days. */
export function sourcesOf(movements: readonly Movement[], fromMs: number, nowMs: number): Sources {
  const found = new Map<string, { movements: number; newestMs: number }>();
  for (const { timestamp, source = '' } of movements) {
    const atMs = Date.parse(timestamp ?? '');
    if (!(atMs >= fromMs)) continue;
    const known = found.get(source) ?? { movements: 0, newestMs: atMs };
    found.set(source, { movements: known.movements + 1, newestMs: Math.max(known.newestMs, atMs) });
  }
  return [...found]
    .map(([source, { movements: count, newestMs }]) => ({
      source,
      movements: count,
      newestAgeMs: Math.max(0, nowMs - newestMs),
    }))
    .sort((one, other) => other.movements - one.movements);
}
