/**
 * cron(8) restated minute by minute, as an oracle: it looks at the wall clock of each minute of real time and knows nothing of
 * the code it checks. "If the time has moved forwards, those jobs which would have run in the time that was skipped will be
 * run soon after the change. Conversely, if the time has moved backwards by less than 3 hours, those jobs that fall into the
 * repeated time will not be re-run. Only jobs that run at a particular time (not specified [...] with '*' in the hour or minute
 * specifier) are affected. Jobs which are specified with wildcards are run based on the new time immediately."
 * Ours adds: a skipped time is made up for on its own date only.
 */
export interface DaemonRun {
  atMs: number;
  /** Wall times that were skipped and are made up for by this run. */
  madeUp: string[];
  /** The wall clock shows the time of this run a second time, before or after. */
  repeated: boolean;
}

export interface DaemonJob {
  minutes: readonly number[];
  hours: readonly number[];
  isDay(year: number, month: number, day: number, weekday: number): boolean;
  /** Neither the minute nor the hour begins with `*`. */
  fixed: boolean;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Wall clock readings (as UTC milliseconds) of each minute in a zone. */
export interface WallClock {
  startMs: number;
  readings: number[];
}

export function wallClock(timeZone: string, startMs: number, endMs: number): WallClock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const readings: number[] = [];
  for (let atMs = startMs; atMs < endMs; atMs += minuteMs) {
    readings.push(Date.parse(`${format.format(atMs).replace(' ', 'T')}Z`));
  }
  return { startMs, readings };
}

export function daemonRuns(job: DaemonJob, clock: WallClock): DaemonRun[] {
  const shown = new Map<number, number>();
  for (const wallMs of clock.readings) shown.set(wallMs, (shown.get(wallMs) ?? 0) + 1);
  const seen = new Set<number>();
  const runs: DaemonRun[] = [];
  let previousMs: number | undefined;
  clock.readings.forEach((wallMs, index) => {
    const madeUp: string[] = [];
    for (let skippedMs = (previousMs ?? wallMs) + minuteMs; skippedMs < wallMs; skippedMs += minuteMs) {
      const sameDate = Math.floor(skippedMs / dayMs) === Math.floor(wallMs / dayMs);
      if (job.fixed && sameDate && isDue(job, skippedMs)) madeUp.push(new Date(skippedMs).toISOString().slice(11, 16));
    }
    const due = isDue(job, wallMs) && !(job.fixed && seen.has(wallMs));
    if (due || madeUp.length > 0) {
      runs.push({ atMs: clock.startMs + index * minuteMs, madeUp, repeated: (shown.get(wallMs) ?? 0) > 1 });
    }
    seen.add(wallMs);
    previousMs = wallMs;
  });
  return runs;
}

function isDue(job: DaemonJob, wallMs: number): boolean {
  const wall = new Date(wallMs);
  return (
    job.minutes.includes(wall.getUTCMinutes()) &&
    job.hours.includes(wall.getUTCHours()) &&
    job.isDay(wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate(), wall.getUTCDay())
  );
}
