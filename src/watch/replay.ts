import { isOfAll, isOfDay, type Measure, type MeasureName, measures } from './measures';
import { dueEvents, told } from './outbox';
import type { WatchSettings } from './settings';
import { initialWatch, type Observation, type WatchEvent } from './state';
import { watchStep } from './watch';

const telemetry = 'meter.telemetry.';

/** The quantities of meter history that tell a measure, such as `currentA`; empty: history has none. spec 2.5 */
export function historyMetrics(name: string): string[] {
  const measure: Measure | undefined = measures[name as MeasureName];
  if (measure?.kind !== 'number' || measure.read !== 'meter') return [];
  if (isOfAll(name as MeasureName) || isOfDay(name as MeasureName)) return [];
  return measure.paths.flatMap((path) => (path.startsWith(telemetry) ? [path.slice(telemetry.length)] : []));
}

/** A mean over a time. Instants are epoch ms. */
export interface Mean {
  readonly fromMs: number;
  readonly atMs: number;
  readonly value: readonly number[];
}

/** Something that would have been told at `toldMs`, which is later than its own time in quiet hours. */
export interface ReplayedEvent {
  readonly event: WatchEvent;
  readonly toldMs: number;
}

const minuteMs = 60_000;
const subject = 'replayed';

/**
 * What a watch with these settings would have told, had it read these means: each stands for every reading of its time. That
 * something could not be read is not told, since history does not know it.
 *
 * @param means in order of time
 * @param toMs until when time has passed
 */
export function replay(
  means: readonly Mean[],
  { unreadMs: _, ...settings }: WatchSettings,
  { intervalMs, toMs }: { readonly intervalMs: number; readonly toMs: number },
): ReplayedEvent[] {
  const gapMs = 2.5 * Math.max(intervalMs, minuteMs);
  const found: ReplayedEvent[] = [];
  let state = initialWatch();
  let nowMs = means[0]?.fromMs ?? toMs;
  const step = (atMs: number, observations: readonly Observation[]) => {
    nowMs = atMs;
    state = watchStep(state, { subjects: [subject], observations, silences: [], acknowledged: [] }, settings, atMs);
    const due = dueEvents(state, settings, atMs);
    found.push(...due.map((event) => ({ event, toldMs: atMs })));
    state = told(
      state,
      due.map(({ id }) => id),
    );
  };
  /** Reminders and the end of quiet hours come without a reading. */
  const passTo = (atMs: number) => {
    while (atMs - nowMs > minuteMs) step(nowMs + minuteMs, []);
  };
  for (const { fromMs, atMs, value } of means) {
    passTo(fromMs);
    for (const readMs of readingsOf(fromMs, atMs)) step(readMs, [{ subject, value, atMs: readMs, gapMs }]);
  }
  passTo(toMs);
  return found;
}

/** Instants after `fromMs`, at most a minute apart, the last one at `atMs`. */
function readingsOf(fromMs: number, atMs: number): number[] {
  const count = Math.max(1, Math.ceil((atMs - fromMs) / minuteMs));
  return Array.from({ length: count }, (_, index) => fromMs + ((atMs - fromMs) * (index + 1)) / count);
}
