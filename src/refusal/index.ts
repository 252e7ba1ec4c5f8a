/**
 * Why a command is not sent, by kind, with the names of the values that its sentence tells. The sentences stand below
 * `operate.why.` in every language.
 */
export const refusalValues = {
  aboveOpenLimit: ['current', 'limit'],
  closeTooOften: ['most', 'within', 'wait', 'left'],
  closeTooSoon: ['spacing', 'wait', 'left'],
  critical: [],
  decommission: [],
  lateAlarm: ['minutes'],
  loadTypeKept: ['load'],
  lockedOut: ['by'],
  /** The file of the lock-outs was lost, so that nobody knows whether somebody works at the circuit. */
  locksLost: [],
  mainHandleOpen: [],
  mainHandleUnknown: [],
  muted: ['seconds'],
  mutedOlder: ['seconds'],
  mutedTooLong: ['seconds'],
  newerCommand: [],
  noConnection: [],
  noCurrentRead: [],
  noLongerWanted: [],
  notBreaker: [],
  notCharger: [],
  ocppControls: [],
  openFollows: [],
  openHeld: [],
  /** `source`: what opened it, in the words of the service. */
  openedElsewhere: ['source'],
  openedUnknown: [],
  otherMode: ['mode', 'needed'],
  overBudget: ['most'],
  overrideEvent: [],
  positionUnknown: [],
  protected: [],
  protectedLoad: ['load'],
  protectedLoadSettings: ['load'],
  protectedSettings: [],
  retained: [],
  sceneUnproven: [],
  timerEnds: [],
  timerUnknown: [],
  tooManyReads: ['most'],
  tooOld: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RefusalKind = keyof typeof refusalValues;

/** Why a command is not sent, as data: whoever asks can be told in another language. */
export type RefusalReason = {
  [Kind in RefusalKind]: { readonly kind: Kind } & {
    readonly [Value in (typeof refusalValues)[Kind][number]]: string | number;
  };
}[RefusalKind];

/** Apart from the errors: their `cause` is public, and stays as it is. */
const reasons = new WeakMap<Error, RefusalReason>();

/** Why a command was not sent, where its error says so as data. */
export function refusalReason(error: unknown): RefusalReason | undefined {
  return error instanceof Error ? reasons.get(error) : undefined;
}

/** Gives an error its reason, such as that of another error that it replaces. */
export function withReason<E extends Error>(error: E, reason: RefusalReason | undefined): E {
  if (reason !== undefined) reasons.set(error, reason);
  return error;
}
