import type { PlugSessionState } from '../state';
import type { World } from './world';

interface Index {
  indexed: number;
  readonly byDevice: Map<string, PlugSessionState[]>;
}

// Sessions are added to the same list; when some are removed, a new list replaces it.
const indexes = new WeakMap<readonly PlugSessionState[], Index>();
const none: readonly PlugSessionState[] = [];

/** The plug sessions of a charger, oldest first. */
export function sessionsOf(
  { plugSessions }: Pick<World, 'plugSessions'>,
  deviceId: string,
): readonly PlugSessionState[] {
  const index = indexes.get(plugSessions) ?? { indexed: 0, byDevice: new Map() };
  indexes.set(plugSessions, index);
  for (; index.indexed < plugSessions.length; index.indexed++) {
    const session = plugSessions[index.indexed];
    if (session === undefined) break;
    const own = index.byDevice.get(session.deviceId) ?? [];
    index.byDevice.set(session.deviceId, own);
    // Sorted by start; almost always the position is the end.
    let position = own.length;
    while (position > 0 && (own[position - 1]?.startedAt ?? 0) > session.startedAt) position -= 1;
    own.splice(position, 0, session);
  }
  return index.byDevice.get(deviceId) ?? none;
}

/** Index of the first session of an ordered list that may reach into the time after `at`: the last one that began by then. */
export function firstReaching(sessions: readonly PlugSessionState[], at: number): number {
  let low = 0;
  let high = sessions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sessions[middle]?.startedAt ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
