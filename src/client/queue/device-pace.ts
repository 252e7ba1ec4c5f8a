import type { Clock } from '../../clock';

/** The minimum time between two opens. */
export const openSpacingMs = 1_000;
const closesPerWindow = 10;
const closeWindowMs = 60_000;

/** The rate limiter of one breaker: breakers wear, and the service refuses commands that follow each other too fast. */
export interface DevicePace {
  /** The instant (monotonic ms) from which a command may be sent. */
  readyAtMs(direction: 'open' | 'close', spacingMs: number): number;
  /** When a further attempt of the command that was sent last may follow. */
  resendAtMs(): number;
  /** A command, or with `first: false` a further attempt of the same one, was sent at this instant. */
  sent(direction: 'open' | 'close', atMs: number, first: boolean): void;
  /** No earlier command limits the next one any more. */
  isIdle(spacingMs: number): boolean;
  /** The rule for which a close has to wait: in English, and as data. */
  rule(spacingMs: number): {
    readonly text: string;
    readonly reason:
      | { readonly kind: 'closeTooOften'; readonly most: number; readonly within: number }
      | { readonly kind: 'closeTooSoon'; readonly spacing: number };
  };
}

export function createDevicePace(clock: Clock): DevicePace {
  let lastSentAtMs = Number.NEGATIVE_INFINITY;
  let closesSentAtMs: readonly number[] = [];

  const nextCloseInWindowAtMs = () => {
    const tenthLast = closesSentAtMs.at(-closesPerWindow);
    return tenthLast === undefined ? Number.NEGATIVE_INFINITY : tenthLast + closeWindowMs;
  };

  return {
    readyAtMs(direction, spacingMs) {
      const openAtMs = lastSentAtMs + openSpacingMs;
      return direction === 'open' ? openAtMs : Math.max(openAtMs, lastSentAtMs + spacingMs, nextCloseInWindowAtMs());
    },
    resendAtMs: () => lastSentAtMs + openSpacingMs,
    sent(direction, atMs, first) {
      lastSentAtMs = atMs;
      // A further attempt of a command that the service refused has closed nothing.
      if (direction === 'close' && first) closesSentAtMs = [...closesSentAtMs, atMs].slice(-closesPerWindow);
    },
    isIdle: (spacingMs) => lastSentAtMs + Math.max(spacingMs, closeWindowMs) < clock.monotonicMs(),
    rule(spacingMs) {
      const within = closeWindowMs / 1000;
      const spacing = Math.ceil(spacingMs / 1000);
      return nextCloseInWindowAtMs() > lastSentAtMs + spacingMs
        ? {
            text: `a breaker is closed at most ${closesPerWindow} times in ${within} s`,
            reason: { kind: 'closeTooOften', most: closesPerWindow, within },
          }
        : { text: `commands to one breaker keep ${spacing} s apart`, reason: { kind: 'closeTooSoon', spacing } };
    },
  };
}
