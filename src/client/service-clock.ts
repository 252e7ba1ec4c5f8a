import type { Clock } from '../clock';

/** What the service's clock shows, learned from the `Date` of its answers; until then it is taken to show what ours does. */
export interface ServiceClock {
  /** Takes the `Date` of an answer that came at this monotonic instant. */
  observe(dateHeader: string | undefined, receivedAtMs: number): void;
  /** The service's clock minus ours in ms. */
  skewMs(): number | undefined;
  /** What it shows now, epoch ms. */
  now(): number;
  /** What it showed at a monotonic instant, epoch ms. */
  at(monotonicMs: number): number;
}

/** `Date` counts whole seconds: on average it is half a second old. */
const halfResolutionMs = 500;

export function createServiceClock(clock: Clock): ServiceClock {
  /** What the service's clock showed at the origin of ours, so that a step of our wall clock changes nothing. */
  let originMs: number | undefined;
  let lastSeen: string | undefined;
  const at = (monotonicMs: number) => (originMs ?? clock.now() - clock.monotonicMs()) + monotonicMs;
  const now = () => at(clock.monotonicMs());
  return {
    observe(dateHeader, receivedAtMs) {
      if (dateHeader === undefined || dateHeader === lastSeen) return;
      const date = Date.parse(dateHeader);
      if (Number.isNaN(date)) return;
      lastSeen = dateHeader;
      originMs = date + halfResolutionMs - receivedAtMs;
    },
    skewMs: () => (originMs === undefined ? undefined : now() - clock.now()),
    now,
    at,
  };
}
