import { type Limit, leastCurrentA, mostCurrentA, noLimit } from './current-limit';

/** How a charger follows a current that changes all the time. */
export interface CurrentPace {
  /** Smaller changes than this are left, A. */
  readonly minChangeA: number;
  /** The least time between two changes. */
  readonly minIntervalMs: number;
  /** Below 6 A: `pause` charging, `hold` at 6 A, or `refuse` the value. */
  readonly below: 'pause' | 'hold' | 'refuse';
  /** A pause begins after every value was too low for so long; until then the charger is held at 6 A. */
  readonly pauseAfterMs: number;
  /** A paused charger begins again at this many amperes ... */
  readonly resumeAboveA: number;
  /** ... after they were offered for so long without a break. */
  readonly resumeAfterMs: number;
  /** Never more than this, A; absent: what the charger takes. */
  readonly mostA?: number;
  /** A lower current does not wait for the time between two changes. */
  readonly reduceAtOnce: boolean;
}

/** What a charger offers: nothing while it is not enabled. */
export interface AppliedCurrent {
  readonly enabled: boolean;
  readonly maxCurrent: Limit;
}

/** What was before; instants on the monotonic clock. */
export interface CurrentPast {
  readonly applied: AppliedCurrent;
  readonly changedAt?: number | undefined;
  /** Since when every value was enough to begin again. */
  readonly enoughSince?: number | undefined;
  /** Since when every value was too low to charge with. */
  readonly tooLowSince?: number | undefined;
}

/** What a value comes to: nothing, or a change that may be made from an instant on. */
export type CurrentStep =
  | { readonly kind: 'keep'; readonly why: 'same' | 'small' | 'paused' }
  | {
      readonly kind: 'set';
      readonly to: AppliedCurrent;
      readonly notBeforeMs: number;
      /** The same value asks for a pause later: this step only holds the charger at the least current until then. */
      readonly pauseFollows?: true;
    };

/** Since when the values have been enough, or too low, when one more has come. */
export function valueNoted(
  wanted: Limit,
  { enoughSince, tooLowSince }: Pick<CurrentPast, 'enoughSince' | 'tooLowSince'>,
  pace: CurrentPace,
  nowMs: number,
): Pick<CurrentPast, 'enoughSince' | 'tooLowSince'> {
  return {
    enoughSince: isEnough(wanted, pace) ? (enoughSince ?? nowMs) : undefined,
    tooLowSince: isTooLow(wanted) ? (tooLowSince ?? nowMs) : undefined,
  };
}

/** Whether a paused charger may begin again with this value, once it has held for a while. */
export function isEnough(wanted: Limit, pace: CurrentPace): boolean {
  return amperesOf(wanted) >= Math.max(pace.resumeAboveA, leastCurrentA);
}

/** Whether no charger can charge with this value; so is what is no number. */
export function isTooLow(wanted: Limit): boolean {
  return !(amperesOf(wanted) >= leastCurrentA);
}

/** What a wanted current asks of a charger now; whole amperes, never more than wanted. */
export function currentStep(wanted: Limit, past: CurrentPast, pace: CurrentPace, nowMs: number): CurrentStep {
  const { applied, changedAt = Number.NEGATIVE_INFINITY } = past;
  const pacedMs = changedAt + pace.minIntervalMs;
  const loweredMs = pace.reduceAtOnce ? nowMs : pacedMs;
  if (isTooLow(wanted) && pace.below === 'pause') {
    if (!applied.enabled) return { kind: 'keep', why: 'same' };
    const pauseMs = (past.tooLowSince ?? nowMs) + pace.pauseAfterMs;
    if (nowMs < pauseMs && applied.maxCurrent !== leastCurrentA)
      return { kind: 'set', to: atLeastCurrent, notBeforeMs: loweredMs, pauseFollows: true };
    return { kind: 'set', to: { ...applied, enabled: false }, notBeforeMs: Math.max(pauseMs, loweredMs) };
  }
  const to: AppliedCurrent = { enabled: true, maxCurrent: limitOf(wanted, pace) };
  if (!applied.enabled) {
    if (pace.below !== 'pause') return { kind: 'set', to, notBeforeMs: pacedMs };
    if (!isEnough(wanted, pace)) return { kind: 'keep', why: 'paused' };
    return { kind: 'set', to, notBeforeMs: Math.max(pacedMs, (past.enoughSince ?? nowMs) + pace.resumeAfterMs) };
  }
  if (to.maxCurrent === applied.maxCurrent) return { kind: 'keep', why: 'same' };
  const changeA = amperesOf(to.maxCurrent) - amperesOf(applied.maxCurrent);
  // "No limit" and the most a charger takes are the same amperes, and still two things.
  if (changeA !== 0 && Math.abs(changeA) < pace.minChangeA) return { kind: 'keep', why: 'small' };
  // What a charger takes without a limit is its own affair: any limit may be lower.
  const lowers = changeA < 0 || applied.maxCurrent === noLimit;
  return { kind: 'set', to, notBeforeMs: lowers ? loweredMs : pacedMs };
}

const atLeastCurrent: AppliedCurrent = { enabled: true, maxCurrent: leastCurrentA };

function limitOf(wanted: Limit, { mostA }: CurrentPace): Limit {
  if (wanted === noLimit) return mostA ?? noLimit;
  return isTooLow(wanted) ? leastCurrentA : Math.floor(Math.min(wanted, mostA ?? mostCurrentA, mostCurrentA));
}

function amperesOf(limit: Limit): number {
  return limit === noLimit ? mostCurrentA : limit;
}
