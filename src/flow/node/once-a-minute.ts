import type { Clock } from '../../clock';

const minuteMs = 60_000;
const textsKept = 100;

/** Passes a text on at most once a minute, so that a fault that goes on does not fill the log. */
export function onceAMinute(clock: Clock, log: (text: string) => void): (text: string) => void {
  const saidAt = new Map<string, number>();
  return (text) => {
    const last = saidAt.get(text);
    if (last !== undefined && clock.monotonicMs() - last < minuteMs) return;
    if (saidAt.size >= textsKept) saidAt.clear();
    saidAt.set(text, clock.monotonicMs());
    log(text);
  };
}
