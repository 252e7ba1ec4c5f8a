import { type Limit, leastCurrentA, mostCurrentA, noLimit } from './current-limit';

/** How a charger follows a current that changes all the time. */
export interface CurrentPace {
  /** Smaller changes than this are left, A. */
  readonly minChangeA: number;
  /** The least time between two changes. */
  readonly minIntervalMs: number;
  /** Below 6 A: `pause` charging, `hold` at 6 A, or `refuse` the value. */
  readonly below: 'pause' | 'hold' | 'refuse';
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

/** What was before; instants in epoch ms. */
export interface CurrentPast {
  readonly applied: AppliedCurrent;
  readonly changedAt?: number;
  /** Since when every value was enough to begin again. */
  readonly enoughSince?: number;
}

/** What a value comes to: nothing, or a change that may be made from an instant on. */
export type CurrentStep =
  | { readonly kind: 'keep'; readonly why: 'same' | 'small' | 'paused' }
  | { readonly kind: 'set'; readonly to: AppliedCurrent; readonly notBeforeMs: number };

/** Whether a paused charger may begin again with this value, once it has held for a while. */
export function isEnough(wanted: Limit, pace: CurrentPace): boolean {
  return amperesOf(wanted) >= Math.max(pace.resumeAboveA, leastCurrentA);
}

/** What a wanted current asks of a charger now; whole amperes, never more than wanted. */
export function currentStep(wanted: Limit, past: CurrentPast, pace: CurrentPace, nowMs: number): CurrentStep {
  const { applied, changedAt = Number.NEGATIVE_INFINITY } = past;
  const to = aimOf(wanted, applied, pace);
  const pacedMs = changedAt + pace.minIntervalMs;
  if (!to.enabled) {
    if (!applied.enabled) return { kind: 'keep', why: 'same' };
    return { kind: 'set', to, notBeforeMs: pace.reduceAtOnce ? nowMs : pacedMs };
  }
  if (!applied.enabled) {
    if (pace.below !== 'pause') return { kind: 'set', to, notBeforeMs: pacedMs };
    if (!isEnough(wanted, pace)) return { kind: 'keep', why: 'paused' };
    return { kind: 'set', to, notBeforeMs: Math.max(pacedMs, (past.enoughSince ?? nowMs) + pace.resumeAfterMs) };
  }
  if (to.maxCurrent === applied.maxCurrent) return { kind: 'keep', why: 'same' };
  const changeA = amperesOf(to.maxCurrent) - amperesOf(applied.maxCurrent);
  // "No limit" and the most a charger takes are the same amperes, and still two things.
  if (changeA !== 0 && Math.abs(changeA) < pace.minChangeA) return { kind: 'keep', why: 'small' };
  return { kind: 'set', to, notBeforeMs: changeA < 0 && pace.reduceAtOnce ? nowMs : pacedMs };
}

function aimOf(wanted: Limit, applied: AppliedCurrent, { mostA, below }: CurrentPace): AppliedCurrent {
  if (wanted === noLimit) return { enabled: true, maxCurrent: mostA ?? noLimit };
  const amperes = Math.floor(Math.min(wanted, mostA ?? mostCurrentA, mostCurrentA));
  if (amperes >= leastCurrentA) return { enabled: true, maxCurrent: amperes };
  return below === 'pause' ? { ...applied, enabled: false } : { enabled: true, maxCurrent: leastCurrentA };
}

function amperesOf(limit: Limit): number {
  return limit === noLimit ? mostCurrentA : limit;
}
