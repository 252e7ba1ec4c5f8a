import {
  afterStart,
  dueEvents,
  initialWatch,
  type Observation,
  telling,
  told,
  type Value,
  type WatchEvent,
  type WatchInput,
  type WatchSettings,
  type WatchState,
  watchStep,
} from '../../src/watch';

export const minute = 60_000;
/** A Monday, 12:00 UTC. */
export const startMs = Date.parse('2026-01-12T12:00:00Z');

export const settingsWith = (more: Partial<WatchSettings> & Pick<WatchSettings, 'condition'>): WatchSettings => ({
  forMs: 0,
  wellForMs: 0,
  quiet: [],
  timeZone: 'UTC',
  gapMs: 5 * minute,
  ...more,
});

/** A watch whose time is turned by hand; what is due is told at once. */
export interface Watched {
  /** Reads a subject, at minutes since the start. */
  read(atMinutes: number, value: Value, more?: Partial<Observation>): void;
  silent(atMinutes: number, code?: string): void;
  /** Only time passes. */
  wait(atMinutes: number): void;
  acknowledge(): void;
  restart(): void;
  change(settings: WatchSettings): void;
  state(): WatchState;
  readonly events: WatchEvent[];
  /** What was told: the kind, and the minute at which its value was true. */
  told(): string[];
}

export function watched(given: WatchSettings, subject = 'd'): Watched {
  let settings = given;
  let state = initialWatch();
  let nowMs = startMs;
  const events: WatchEvent[] = [];
  const step = (atMinutes: number | undefined, input: Partial<WatchInput>) => {
    if (atMinutes !== undefined) nowMs = startMs + atMinutes * minute;
    const nothing = { subjects: [subject], observations: [], silences: [], acknowledged: [] };
    // A state that is no plain JSON would differ after a restart.
    state = JSON.parse(JSON.stringify(watchStep(state, { ...nothing, ...input }, settings, nowMs)));
    const due = dueEvents(state, settings, nowMs);
    const ids = due.map(({ id }) => id);
    events.push(...due);
    state = told(telling(state, ids), ids);
  };
  return {
    read: (atMinutes, value, more = {}) =>
      step(atMinutes, { observations: [{ subject, value, atMs: startMs + atMinutes * minute, ...more }] }),
    silent: (atMinutes, code) => step(atMinutes, { silences: [{ subject, ...(code === undefined ? {} : { code }) }] }),
    wait: (atMinutes) => step(atMinutes, {}),
    acknowledge: () => step(undefined, { acknowledged: [subject] }),
    restart() {
      state = afterStart(JSON.parse(JSON.stringify(state)));
    },
    change(other) {
      settings = other;
    },
    state: () => state,
    events,
    told: () => events.map(({ kind, atMs }) => `${kind} ${(atMs - startMs) / minute}`),
  };
}
