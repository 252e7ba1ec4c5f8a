import { isOfDay, measures } from '../../watch';
import { type Poll, spacingMs } from './polls';
import type { WatchedDevice } from './watch-run';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The calls of a watch. */
export interface PollPlan {
  readonly polls: readonly Poll[];
  /** The interval of the readings of one device, ms: as asked, or longer where there are more than 60 calls a minute. */
  readonly everyMs: number;
}

/** Which calls tell what is watched. Ratings are read once a day, a midnight that nobody has seen each hour. */
export function pollPlan(watched: readonly WatchedDevice[], askedMs: number): PollPlan {
  const calls = watched.flatMap(({ deviceId, measures: names }) =>
    [...new Set(names.map((name) => measures[name].read))].flatMap((kind) =>
      kind === 'lock' || kind === 'account' ? [] : [{ deviceId, kind }],
    ),
  );
  const everyMs = Math.max(askedMs, calls.length * spacingMs);
  const rare = watched.flatMap(({ deviceId, measures: names }): Poll[] => [
    ...(names.includes('ratingPercent') ? [{ deviceId, kind: 'data', everyMs: dayMs } as const] : []),
    ...(names.some(isOfDay) ? [{ deviceId, kind: 'day', everyMs: hourMs } as const] : []),
  ]);
  return { everyMs, polls: [...rare, ...calls.map((call): Poll => ({ ...call, everyMs }))] };
}
