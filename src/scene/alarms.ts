/** That an alarm began, or ended, as a watch tells it. */
export interface AlarmEvent {
  readonly kind: 'alarm' | 'all-clear';
  /** Tells alarms apart: the same in an alarm and in its all-clear. */
  readonly subject: string;
  /** Epoch ms; absent: not told. */
  readonly at?: number;
  /** It may have been told before. */
  readonly repeated: boolean;
}

/** The newest event of a subject; plain JSON, kept on disk. */
export interface RememberedAlarm {
  readonly subject: string;
  readonly lasts: boolean;
  readonly at?: number;
}

/** What follows from an event, and what is to be remembered of it. */
export interface AlarmStep {
  readonly do: 'set' | 'restore' | 'nothing';
  readonly alarms: readonly RememberedAlarm[];
}

/** Ended alarms that are remembered, so that they are not taken again when they are told again. */
const mostEnded = 200;

/**
 * What an event does to circuits that are set while an alarm lasts. An event that is told again decides the same again, unless a
 * newer one of its subject was taken meanwhile. `hasChanged`: there is something to restore.
 */
export function takeAlarm(
  known: readonly RememberedAlarm[],
  { kind, subject, at, repeated }: AlarmEvent,
  hasChanged: boolean,
): AlarmStep {
  const before = known.find((one) => one.subject === subject);
  const isOutdated = repeated && at !== undefined && before?.at !== undefined && at < before.at;
  if (isOutdated) return { do: 'nothing', alarms: known };
  const lasts = kind === 'alarm';
  // An all-clear of what has never been an alarm is not remembered.
  if (before === undefined && !lasts) return { do: endOf(known, hasChanged), alarms: known };
  const others = known.filter((one) => one.subject !== subject);
  const alarms = newest([...others, { subject, lasts, ...(at === undefined ? {} : { at }) }]);
  // While circuits are being set, what there is to restore is not known yet.
  return { do: lasts ? 'set' : endOf(alarms, hasChanged || before?.lasts === true), alarms };
}

/** How many alarms last. */
export function lastingAlarms(alarms: readonly RememberedAlarm[]): number {
  return alarms.filter(({ lasts }) => lasts).length;
}

function endOf(alarms: readonly RememberedAlarm[], hasChanged: boolean): AlarmStep['do'] {
  return hasChanged && lastingAlarms(alarms) === 0 ? 'restore' : 'nothing';
}

function newest(alarms: readonly RememberedAlarm[]): RememberedAlarm[] {
  const excess = alarms.length - lastingAlarms(alarms) - mostEnded;
  const forgotten = new Set(alarms.filter(({ lasts }) => !lasts).slice(0, Math.max(0, excess)));
  return alarms.filter((one) => !forgotten.has(one));
}
