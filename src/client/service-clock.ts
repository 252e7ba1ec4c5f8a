import type { Clock } from '../clock';

/** The service's clock, learned from the `Date` of its answers; until the first one it equals ours. */
export interface ServiceClock {
  /** Takes the `Date` of an answer that was received at this monotonic instant. */
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
  /** The service's time at the origin of our monotonic clock, so that steps of our wall clock have no effect. */
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
