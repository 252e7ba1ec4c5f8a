import type { Clock } from '../../clock';

const minuteMs = 60_000;
const maxReasons = 100;

/** Limits each reason to one report a minute, and counts the suppressed ones. */
export interface OnceAMinute {
  /** If the reason is to be reported now, how often it was suppressed since the last report; else undefined. */
  permit(reason: string): number | undefined;
}

export function createOnceAMinute(clock: Clock): OnceAMinute {
  const reasons = new Map<string, { saidAtMs: number; suppressed: number }>();
  return {
    permit(reason) {
      const now = clock.monotonicMs();
      const known = reasons.get(reason);
      if (known !== undefined && now - known.saidAtMs < minuteMs) {
        known.suppressed += 1;
        return undefined;
      }
      if (reasons.size >= maxReasons) reasons.clear();
      reasons.set(reason, { saidAtMs: now, suppressed: 0 });
      return known?.suppressed ?? 0;
    },
  };
}

/** Logs a text at most once a minute, so that a lasting fault does not fill the log. */
export function onceAMinute(clock: Clock, log: (text: string) => void): (text: string) => void {
  const texts = createOnceAMinute(clock);
  return (text) => {
    if (texts.permit(text) !== undefined) log(text);
  };
}
