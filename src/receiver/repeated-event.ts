import type { Clock } from '../clock';
import { isDateTime } from '../schema';
import { isObject } from './json-content';
import { createRecentMap } from './recent-map';

/** Equal events that are remembered at once. */
const maxEvents = 10_000;
const eventIdName = /^(event|transaction|message|notification|delivery)Id$/i;
const eventTimeName = /^(ts|time|date|.*timestamp|(event|occurred|updated|changed|sent|published)(at|time|date))$/i;
/** 2001, in seconds: a smaller number is a duration, or something else. */
const leastEpoch = 1_000_000_000;
/** An event lies in an envelope or two. */
const maxDepth = 4;

/**
 * Whether a content, with the envelopes around its payload, tells this event apart from a later one: by an instant or by the id of the
 * event. That of a commissioned device does not: when the device is commissioned again, the bytes are the same. spec 6.1
 */
export function tellsItself(content: object): boolean {
  return (
    Object.entries(content).some(([, value]) => typeof value === 'string' && isDateTime(value)) || tells(content, 1)
  );
}

/** Within other objects only what is named for an event counts: a load has dates of its own. */
function tells(content: object, depth: number): boolean {
  return Object.entries(content).some(([name, value]) => {
    if (isObject(value)) return depth < maxDepth && tells(value, depth + 1);
    if (Array.isArray(value)) return depth < maxDepth && value.some((item) => isObject(item) && tells(item, depth + 1));
    if (eventIdName.test(name)) return (typeof value === 'string' && value !== '') || typeof value === 'number';
    return eventTimeName.test(name) && isInstant(value);
  });
}

function isInstant(value: unknown): boolean {
  if (typeof value === 'string') return isDateTime(value) || (/^\d{10,13}$/.test(value) && isInstant(Number(value)));
  return typeof value === 'number' && value >= leastEpoch;
}

/**
 * Numbers equal events of which one cannot be told from the next: those within `repeatMs` of the first one share a number and are
 * retries of it, the next one gets a higher one. The number starts from the wall clock, so that two instances mostly find the
 * same and a restart does not begin anew, and goes on by the monotonic one, so that no clock that is set back repeats it.
 */
export function createRepetitions(clock: Clock, repeatMs: number): (hash: string) => string {
  const first = createRecentMap<{ readonly atMs: number; readonly number: string }>(maxEvents);
  const wallAheadMs = clock.now() - clock.monotonicMs();
  return (hash) => {
    const nowMs = clock.monotonicMs();
    const known = first.get(hash);
    if (known !== undefined && nowMs - known.atMs < repeatMs) return known.number;
    const number = String(Math.floor((wallAheadMs + nowMs) / repeatMs));
    first.set(hash, { atMs: nowMs, number });
    return number;
  };
}
