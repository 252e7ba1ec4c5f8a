import { type RecordedWeek, weekMinute } from '../../simulator';

/** A report of the meter, as `meter.history` has it. spec 2.5 */
export interface MeterReport {
  /** Epoch seconds at its end. */
  readonly ts?: number;
  readonly energyDelta?: { readonly deliveredWH?: number; readonly generatedWH?: number; readonly deltaTime?: number };
}

const steps = [1, 5, 15] as const;
const minutesAWeek = 10_080;

/**
 * The mean power by steps of the local week, in W of all legs; undefined where there is no report. The steps are as long as the
 * reports are apart, 1, 5 or 15 minutes. A step of which less than half was reported is a gap.
 */
export function weekOfHistory(reports: readonly MeterReport[], zone: string): RecordedWeek | undefined {
  const spans = reports.flatMap(({ ts, energyDelta = {} }) => {
    const { deliveredWH, generatedWH = 0, deltaTime } = energyDelta;
    if (ts === undefined || deliveredWH === undefined || !(deltaTime !== undefined && deltaTime > 0)) return [];
    const toMs = ts * 1000;
    return [{ fromMs: toMs - deltaTime * 1000, toMs, watts: ((deliveredWH - generatedWH) * 3600) / deltaTime }];
  });
  const lengths = spans.map(({ fromMs, toMs }) => (toMs - fromMs) / 60_000).sort((one, other) => one - other);
  const usual = lengths[Math.floor(lengths.length / 2)];
  if (usual === undefined) return undefined;
  const everyMinutes = steps.find((step) => step >= usual) ?? 15;
  const stepMs = everyMinutes * 60_000;
  const count = minutesAWeek / everyMinutes;
  const joules = new Float64Array(count);
  const covered = new Float64Array(count);
  for (const { fromMs, toMs, watts } of spans) {
    // A report that was late by hours says nothing of a quarter within them.
    if (toMs - fromMs > 4 * 3_600_000) continue;
    for (let at = fromMs; at < toMs; ) {
      const endsAt = Math.min(toMs, (Math.floor(at / stepMs) + 1) * stepMs);
      const index = Math.floor(weekMinute(at, zone) / everyMinutes);
      joules[index] = (joules[index] ?? 0) + watts * (endsAt - at);
      covered[index] = (covered[index] ?? 0) + endsAt - at;
      at = endsAt;
    }
  }
  const watts = Array.from(joules, (sum, index) => {
    const ms = covered[index] ?? 0;
    return ms < stepMs / 2 ? null : Math.round((sum / ms) * 10) / 10;
  });
  return { everyMinutes, watts };
}
