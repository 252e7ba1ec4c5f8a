import { defined } from '../object';
import type { MeasureName } from './measures';
import type { Condition, WatchSettings } from './settings';

/** What a preset fills in; a person may change all of it. */
export interface Preset extends Pick<WatchSettings, 'condition' | 'forMs' | 'warnForMs' | 'wellForMs' | 'unreadMs'> {
  readonly measure: MeasureName;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** A of what stands by, and of what runs. */
const runs = { runsAbove: 0.5, restsBelow: 0.3 } as const;

const given = (
  measure: MeasureName,
  condition: Condition,
  { forMs = 0, warnForMs, wellForMs = minute, unreadMs = 10 * minute }: Partial<Preset> = {},
): Preset => ({ measure, condition, forMs, wellForMs, unreadMs, ...defined({ warnForMs }) });

/** What people watch for most; times and levels from what makers and users of such watches name. */
export const presets = {
  /** A breaker carries 80 % of its rating for as long as one likes, and trips soon above all of it. */
  overload: given('ratingPercent', { kind: 'above', value: 80, wellAt: 72, atOnce: 110 }, { forMs: 15 * minute }),
  /** A defrosting freezer rests for half an hour; one with its door open never does. */
  freezer: given('amperes', { kind: 'cycles', ...runs, longestRunMs: 4 * hour, longestRestMs: 2 * hour }),
  sumpPump: given('amperes', { kind: 'cycles', ...runs, longestRunMs: 10 * minute, longestRestMs: 12 * hour }),
  dryPump: given('amperes', { kind: 'within', from: 0.5, to: 3, wellFrom: 0.3, wellTo: 3.3 }, { forMs: 30 * second }),
  /** Pauses of a washing machine are shorter. */
  finished: given('amperes', { kind: 'finished', ...runs, ranForMs: 5 * minute }, { forMs: 5 * minute }),
  /** Who is still cooking can say so before anything is switched off. */
  leftOn: given('amperes', { kind: 'cycles', ...runs, longestRunMs: 90 * minute }, { warnForMs: 10 * minute }),
  tripped: given('handLever', { kind: 'is', states: ['open'] }, { wellForMs: 0 }),
  offline: given('connection', { kind: 'is', states: ['offline'] }, { forMs: 5 * minute }),
  /** 10 % around 120 V. */
  voltage: given('volts', { kind: 'outside', from: 108, to: 132, wellFrom: 110, wellTo: 130 }, { forMs: 10 * second }),
  temperature: given('temperature', { kind: 'above', value: 60, wellAt: 55 }, { forMs: 5 * minute }),
  /** By the means of the last hour: no heater that has just started is an imbalance. */
  /** Rotating a secret takes a person a while; a key lives for 7 days. An hour without an answer of the service is no news. */
  endings: given('endings', { kind: 'ends', secretsMs: 30 * day, keysMs: 2 * day }, { unreadMs: 3 * hour }),
  balance: given('imbalance', { kind: 'above', value: 15, wellAt: 12 }, { forMs: hour, wellForMs: 10 * minute }),
  radio: given('radio', { kind: 'below', value: -80, wellAt: -77 }, { forMs: 15 * minute, wellForMs: 5 * minute }),
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof presets;
