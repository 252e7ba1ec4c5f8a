interface Range {
  readonly min: number;
  readonly max: number;
  /** The key of the text that names the range. */
  readonly rule:
    | 'thresholdCurrent'
    | 'thresholdSag'
    | 'thresholdSwell'
    | 'thresholdDuration'
    | 'thresholdAfter'
    | 'thresholdAfterFast';
}

const duration: Range = { min: 50, max: 200, rule: 'thresholdDuration' };

/** By their names without the phase: levels in mA and mV, durations in samples at 4 kHz. spec 2.3 */
const ofPhase = {
  mAOvercurrent: { min: 1, max: 100_000, rule: 'thresholdCurrent' },
  OvercurrentDuration: duration,
  OvercurrentEnabled: 'flag',
  mVSag: { min: 0, max: 120_000, rule: 'thresholdSag' },
  SagDuration: duration,
  SagEnabled: 'flag',
  mVSwell: { min: 120_000, max: 200_000, rule: 'thresholdSwell' },
  SwellDuration: duration,
  SwellEnabled: 'flag',
} as const satisfies Readonly<Record<string, Range | 'flag'>>;

const ofDevice = {
  samplesAfterTrigger: { min: 1, max: 199, rule: 'thresholdAfter' },
  samplesAfterTriggerFastRMS: { min: 1, max: 254, rule: 'thresholdAfterFast' },
} as const satisfies Readonly<Record<string, Range>>;

type Phase = 'p0' | 'p1';
type ValueOf<R> = R extends 'flag' ? boolean : number;

/** Every threshold field of a device, phases spelled `p0` and `p1`; what is there has a value. spec 2.3 */
export type Thresholds = { readonly [K in keyof typeof ofPhase as `${Phase}${K}`]?: ValueOf<(typeof ofPhase)[K]> } & {
  readonly [K in keyof typeof ofDevice]?: number;
};
export type ThresholdName = keyof Thresholds;

/** What each field takes; every one is optional. spec 2.3 */
export const thresholdRanges = Object.fromEntries([
  ...(['p0', 'p1'] as const).flatMap((phase) =>
    Object.entries(ofPhase).map(([name, range]) => [`${phase}${name}`, range]),
  ),
  ...Object.entries(ofDevice),
]) as Readonly<Record<ThresholdName, Range | 'flag'>>;

export const thresholdNames = Object.keys(thresholdRanges) as ThresholdName[];

/** One thing that is wrong with thresholds; `path` is the field as it was spelled, `rule` the key of its text. */
export interface ThresholdProblem {
  readonly path: string;
  readonly rule: Range['rule'] | 'thresholdList' | 'thresholdName' | 'thresholdFlag' | 'thresholdTwice';
}

/** How device data and streams spell the phases, and how commands do. spec 2.3 */
const phaseNumbers: Readonly<Record<string, string>> = { pA: 'p0', pB: 'p1' };
const phaseNames: Readonly<Record<string, string>> = { p0: 'pA', p1: 'pB' };

/** `pAmVSag` as `p0mVSag`; what is spelled so already stays. */
export function byPhaseNumber(name: string): string {
  return `${phaseNumbers[name.slice(0, 2)] ?? name.slice(0, 2)}${name.slice(2)}`;
}

/** `p0mVSag` as `pAmVSag`; what belongs to no phase stays. */
export function byPhaseName(name: string): string {
  return `${phaseNames[name.slice(0, 2)] ?? name.slice(0, 2)}${name.slice(2)}`;
}

/** The same thresholds with the phases spelled `pA` and `pB`. */
export function spelledByPhaseName(thresholds: Thresholds): Record<string, number | boolean> {
  const given = Object.entries(thresholds).flatMap(([name, value]) =>
    value === undefined ? [] : [[byPhaseName(name), value] as const],
  );
  return Object.fromEntries(given);
}

/**
 * Reads thresholds in either spelling, or as device data wraps them (`{val, ts}`), and names every problem at once: an
 * unknown name, a value out of its range, and a field that is spelled in both ways with two values. spec 2.3
 */
export function readThresholds(value: unknown): {
  readonly thresholds: Thresholds;
  readonly problems: ThresholdProblem[];
} {
  const given = isObject(value) && isObject(value.val) ? value.val : value;
  if (!isObject(given)) return { thresholds: {}, problems: [{ path: '', rule: 'thresholdList' }] };
  const problems: ThresholdProblem[] = [];
  const thresholds: Record<string, unknown> = {};
  for (const [spelled, threshold] of Object.entries(given)) {
    if (threshold === undefined) continue;
    const name = byPhaseNumber(spelled);
    const rule = problemOf(name, threshold);
    if (rule !== undefined) problems.push({ path: spelled, rule });
    else if (name in thresholds && thresholds[name] !== threshold)
      problems.push({ path: spelled, rule: 'thresholdTwice' });
    else thresholds[name] = threshold;
  }
  return { thresholds: thresholds as Thresholds, problems };
}

function problemOf(name: string, value: unknown): ThresholdProblem['rule'] | undefined {
  if (!Object.hasOwn(thresholdRanges, name)) return 'thresholdName';
  const range = thresholdRanges[name as ThresholdName];
  if (range === 'flag') return typeof value === 'boolean' ? undefined : 'thresholdFlag';
  return Number.isInteger(value) && (value as number) >= range.min && (value as number) <= range.max
    ? undefined
    : range.rule;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
