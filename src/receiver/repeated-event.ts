import type { Clock } from '../clock';
import { isDateTime } from '../schema';
import { createRecentMap } from './recent-map';

/** Equal events that are remembered at once. */
const maxEvents = 10_000;
const eventIdName = /^(event|transaction|message|notification|delivery)Id$/i;

/**
 * Whether the payload tells this event apart from a later one: by an instant or by the id of the event. That of a commissioned
 * device does not: when the device is commissioned again, the bytes are the same. spec 6.1
 */
export function tellsItself(payload: object): boolean {
  return Object.entries(payload).some(
    ([name, value]) => typeof value === 'string' && (isDateTime(value) || (eventIdName.test(name) && value !== '')),
  );
}

/**
 * Numbers equal events of which one cannot be told from the next: those within `repeatMs` of the first one share a number and are
 * retries of it, the next one gets another. The number follows the wall clock, so that two instances mostly find the same.
 */
export function createRepetitions(clock: Clock, repeatMs: number): (hash: string) => string {
  const first = createRecentMap<{ readonly atMs: number; readonly number: string }>(maxEvents);
  return (hash) => {
    const nowMs = clock.monotonicMs();
    const known = first.get(hash);
    if (known !== undefined && nowMs - known.atMs < repeatMs) return known.number;
    const slot = String(Math.floor(clock.now() / repeatMs));
    const number = slot === known?.number ? `${slot}+` : slot;
    first.set(hash, { atMs: nowMs, number });
    return number;
  };
}
