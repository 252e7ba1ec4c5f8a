/** What of a charger's configuration an alarm changes; a current of 0 means no limit, as at the service. spec 4.7 */
export interface ChargerSetting {
  readonly mode: string;
  readonly enabled: boolean;
  /** Absent: it is not changed. */
  readonly maxCurrent?: number;
}

/** What a charger is to do while an alarm lasts: at most so many amperes, or no charging at all. */
export type ChargerLimit = number | 'pause';

/** What is remembered of one charger; plain JSON, kept on disk. */
export interface RememberedCharger {
  readonly deviceId: string;
  readonly before: ChargerSetting;
  readonly to: ChargerSetting;
  /** It is not known whether the charger took the change. */
  readonly doubtful?: true;
}

/** The part of a charger's configuration that decides, as it was read; what could not be read is absent. */
export interface ChargerReading {
  readonly mode?: string | undefined;
  /** The mode is one that can be set, and so restored. */
  readonly isSettable: boolean;
  readonly enabled?: boolean | undefined;
  readonly maxCurrent?: number | undefined;
}

/** `fail`: its setting cannot be read, and could not be restored. */
export type ChargerSetDecision =
  | { readonly do: 'change'; readonly before: ChargerSetting; readonly to: ChargerSetting }
  | { readonly do: 'leave'; readonly reason: 'already-set' | 'limited-already' | 'controlled-elsewhere' }
  | { readonly do: 'fail' };

export type ChargerRestoreDecision =
  | { readonly do: 'change'; readonly to: ChargerSetting }
  | { readonly do: 'leave'; readonly reason: ChargerLeftReason; readonly keep: boolean }
  | { readonly do: 'fail' };

/** Why a charger is not changed that could have been. */
export type ChargerLeftReason =
  | 'already-set'
  | 'limited-already'
  | 'controlled-elsewhere'
  | 'as-before'
  | 'changed-since';

const apiMode = 'cloud-api';

/** What an alarm does to a charger. It never lets a charger charge more than it may already. */
export function decideChargerSet(
  limit: ChargerLimit,
  read: ChargerReading,
  remembered: RememberedCharger | undefined,
): ChargerSetDecision {
  if (remembered !== undefined)
    return remembered.doubtful === true && isAs(remembered.before, read)
      ? { do: 'change', before: remembered.before, to: remembered.to }
      : { do: 'leave', reason: 'already-set' };
  const { mode, isSettable, enabled, maxCurrent } = read;
  if (mode !== undefined && !isSettable) return { do: 'leave', reason: 'controlled-elsewhere' };
  if (mode === undefined || enabled === undefined) return { do: 'fail' };
  const isPaused = mode === 'api-override-disable' || (mode === apiMode && !enabled);
  if (isPaused) return { do: 'leave', reason: 'limited-already' };
  // The windows of a charger do not count while a current limits it: it would charge outside them.
  if (limit === 'pause' || mode === 'charge-windows')
    return { do: 'change', before: { mode, enabled }, to: { mode: apiMode, enabled: false } };
  if (maxCurrent === undefined) return { do: 'fail' };
  if (mode === apiMode && maxCurrent > 0 && maxCurrent <= limit) return { do: 'leave', reason: 'limited-already' };
  return {
    do: 'change',
    before: { mode, enabled, maxCurrent },
    to: { mode: apiMode, enabled: true, maxCurrent: limit },
  };
}

/** Whether a charger gets back what it was set to: only where it is as the alarm left it. */
export function decideChargerRestore({ before, to }: RememberedCharger, read: ChargerReading): ChargerRestoreDecision {
  if (read.mode === undefined || read.enabled === undefined) return { do: 'fail' };
  // What hides the mode, such as a person at the charger, ends.
  if (!read.isSettable) return { do: 'leave', reason: 'controlled-elsewhere', keep: true };
  if (isAs(to, read)) return { do: 'change', to: before };
  return { do: 'leave', reason: isAs(before, read) ? 'as-before' : 'changed-since', keep: false };
}

function isAs({ mode, enabled, maxCurrent }: ChargerSetting, read: ChargerReading): boolean {
  return mode === read.mode && enabled === read.enabled && (maxCurrent === undefined || maxCurrent === read.maxCurrent);
}
