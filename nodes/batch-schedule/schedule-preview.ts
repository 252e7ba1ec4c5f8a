import {
  type BatchConflict,
  type BatchOrder,
  batchConflicts,
  type Checked,
  type CronRun,
  type Description,
  describeCron,
  describeSun,
  type ListedBatch,
  nextCronRuns,
  nextSunRuns,
  type ScheduleProblem,
  type ScheduleWarning,
  type SunRule,
  type SunTimes,
  scheduleWarnings,
  sunTimes,
} from '../../src/schedule';

const maxRuns = 10;

export interface SunPosition {
  readonly latitude: string;
  readonly longitude: string;
}

/** Another batch on the same devices, with the location of its sun. */
export interface OtherBatch {
  readonly batch: ListedBatch;
  readonly location?: SunPosition;
}

export interface PreviewOptions {
  readonly nowMs: number;
  /** The zone of the displayed times and, for a batch by the sun, of its dates. */
  readonly timeZone: string;
  readonly offsetUnit: SunRule['offsetUnit'];
  readonly location?: SunPosition | undefined;
  readonly deviceIds: readonly string[];
  readonly others: readonly OtherBatch[];
}

/** The effect of a batch that can be computed without the service. */
export interface SchedulePreview {
  /** Absent for a single run. */
  readonly description?: Description;
  readonly problems: readonly ScheduleProblem[];
  readonly runs: readonly Pick<CronRun, 'atMs' | 'utcOffsetMinutes' | 'gap' | 'overlap'>[];
  readonly warnings: readonly ScheduleWarning[];
  readonly conflicts: readonly BatchConflict[];
  readonly sun?: SunTimes;
}

/** Computes the preview with the code that checks the batch at run time. */
export function previewSchedule(order: BatchOrder, options: PreviewOptions): SchedulePreview {
  const { nowMs, location, timeZone, offsetUnit, deviceIds, others } = options;
  const sunLocation = (position: SunPosition | undefined) =>
    position === undefined ? undefined : { ...position, timeZone, offsetUnit };
  const conflicts = batchConflicts(
    { order: { ...order, deviceIds }, location: sunLocation(location) },
    others.map((other) => ({ batch: other.batch, location: sunLocation(other.location) })),
    nowMs,
  );
  const { startTime, endTime } = order.sunSchedule ?? order;
  const range = { fromMs: Math.max(nowMs, instant(startTime) ?? nowMs), untilMs: instant(endTime) };
  if (order.cronSchedule !== undefined) {
    const rule = { kind: 'cron', cron: order.cronSchedule, timeZone: order.timeZone } as const;
    const runs = nextCronRuns({ ...rule, ...range, count: maxRuns });
    return combine(describeCron(order.cronSchedule), runs, scheduleWarnings(rule, range), conflicts);
  }
  if (order.sunSchedule !== undefined) {
    const { scheduleType, offset = 0, cronSchedule } = order.sunSchedule;
    const rule: SunRule = {
      scheduleType: scheduleType === 'sunrise' ? 'sunrise' : 'sunset',
      offset,
      offsetUnit,
      cronSchedule,
      ...(sunLocation(location) ?? { latitude: 0, longitude: 0, timeZone }),
    };
    const description = describeSun(rule);
    if (location === undefined)
      return combine(description, { ok: true, value: [] }, { ok: true, value: [] }, conflicts);
    const runs = nextSunRuns({ ...rule, ...range, count: maxRuns });
    const listedRuns = runs.ok ? ({ ok: true, value: runs.value.runs } as const) : runs;
    const warnings = scheduleWarnings({ kind: 'sun', ...rule }, range);
    const today = runs.ok ? sunTimes({ ...rule, date: dateIn(timeZone, nowMs) }) : runs;
    return { ...combine(description, listedRuns, warnings, conflicts), ...(today.ok ? { sun: today.value } : {}) };
  }
  return { problems: [], runs: [], warnings: [], conflicts };
}

function combine(
  description: Checked<Description>,
  runs: Checked<SchedulePreview['runs']>,
  warnings: Checked<ScheduleWarning[]>,
  conflicts: readonly BatchConflict[],
): SchedulePreview {
  const problems = [description, runs, warnings].flatMap((checked) => (checked.ok ? [] : checked.problems));
  return {
    ...(description.ok ? { description: description.value } : {}),
    problems,
    runs: runs.ok ? runs.value : [],
    warnings: warnings.ok ? warnings.value : [],
    conflicts,
  };
}

function instant(text: string | undefined): number | undefined {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The civil date in a zone, `YYYY-MM-DD`. */
function dateIn(timeZone: string, atMs: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(atMs);
}
