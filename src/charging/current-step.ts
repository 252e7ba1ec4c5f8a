import { type Limit, leastCurrentA, mostCurrentA, noLimit } from './current-limit';

/** How a charger follows a current that changes all the time. */
export interface CurrentPace {
  /** Smaller changes than this are not made, A. */
  readonly minChangeA: number;
  /** The least time between two changes. */
  readonly minIntervalMs: number;
  /** Below 6 A: `pause` charging, `hold` at 6 A, or `refuse` the value. */
  readonly below: 'pause' | 'hold' | 'refuse';
  /** A pause begins after every value was too low for this long; until then the charger is held at 6 A. */
  readonly pauseAfterMs: number;
  /** A paused charger resumes at this many amperes ... */
  readonly resumeAboveA: number;
  /** ... after every value has been at least that for this long. */
  readonly resumeAfterMs: number;
  /** Never more than this, A; absent: the most that is assumed. */
  readonly mostA?: number;
  /** A lower current does not wait for the time between two changes. */
  readonly reduceAtOnce: boolean;
}

/** What a charger offers: nothing while it is not enabled. */
export interface AppliedCurrent {
  readonly enabled: boolean;
  readonly maxCurrent: Limit;
}

/** What was applied and which values came before; instants on the monotonic clock. */
export interface CurrentPast {
  readonly applied: AppliedCurrent;
  readonly changedAt?: number | undefined;
  /** Since when every value was high enough to resume. */
  readonly enoughSince?: number | undefined;
  /** Since when every value was too low to charge with. */
  readonly tooLowSince?: number | undefined;
}

/** What a value requires: nothing, or a change that may be made from an instant on. */
export type CurrentStep =
  | { readonly kind: 'keep'; readonly why: 'same' | 'small' | 'paused' }
  | {
      readonly kind: 'set';
      readonly to: AppliedCurrent;
      readonly notBeforeMs: number;
      /** The same value asks for a pause later: this step only holds the charger at the least current until then. */
      readonly pauseFollows?: true;
    };

/** Updates since when the values have been high enough or too low, with one more value. */
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

/** Whether a paused charger may resume with this value, once values have been as high for a while. */
export function isEnough(wanted: Limit, pace: CurrentPace): boolean {
  return amperesOf(wanted) >= Math.max(pace.resumeAboveA, leastCurrentA);
}

/** Whether the value is too low for any charger; true also for NaN. */
export function isTooLow(wanted: Limit): boolean {
  return !(amperesOf(wanted) >= leastCurrentA);
}

/** The step that a wanted current requires of a charger now; whole amperes, never more than wanted. */
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
  // "No limit" and the highest limit are the same amperes, but different settings.
  if (changeA !== 0 && Math.abs(changeA) < pace.minChangeA) return { kind: 'keep', why: 'small' };
  // How much a charger draws without a limit is not known: any limit may be lower.
  const lowers = changeA < 0 || applied.maxCurrent === noLimit;
  return { kind: 'set', to, notBeforeMs: lowers ? loweredMs : pacedMs };
}

const atLeastCurrent: AppliedCurrent = { enabled: true, maxCurrent: leastCurrentA };

function limitOf(wanted: Limit, { mostA }: CurrentPace): Limit {
  if (wanted === noLimit) return mostA ?? noLimit;
  return isTooLow(wanted) ? leastCurrentA : Math.floor(Math.min(wanted, mostA ?? mostCurrentA));
}

function amperesOf(limit: Limit): number {
  return limit === noLimit ? mostCurrentA : limit;
}
