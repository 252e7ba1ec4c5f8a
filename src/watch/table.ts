import { defined } from '../object';
import { type Ending, untilEnd } from './endings';
import type { WatchSettings } from './settings';
import type { SubjectState, Value, WatchState } from './state';

/** `counting`: bad, but not for long enough to be an alarm. `recovering`: an alarm that is well again, but not for long enough. */
export type Look = 'unknown' | 'unread' | 'well' | 'counting' | 'alarm' | 'recovering';

/** One subject for the table. Instants are epoch ms. */
export interface WatchRow {
  readonly subject: string;
  readonly look: Look;
  readonly value?: Value;
  readonly atMs?: number;
  /** Since when it counts, or the incident or the silence began. */
  readonly sinceMs?: number;
  /** How long it must go on until something is told. */
  readonly remainsMs?: number;
  readonly acknowledged?: boolean;
  readonly ending?: Ending;
}

/** The table of all that is watched, in the order of its subjects. */
export function tableOf({ subjects }: WatchState, settings: WatchSettings, nowMs: number): WatchRow[] {
  return Object.entries(subjects).map(([subject, state]) => ({
    subject,
    ...known(state),
    ...lookOf(state, settings, nowMs),
    ...defined({ ending: state.ending }),
  }));
}

function known({ value, atMs }: SubjectState): Pick<WatchRow, 'value' | 'atMs'> {
  return value === undefined || atMs === undefined ? {} : { value, atMs };
}

type Looks = Pick<WatchRow, 'look' | 'sinceMs' | 'remainsMs' | 'acknowledged'>;

function lookOf(
  { incident, unread, sinceMs, value, runs }: SubjectState,
  settings: WatchSettings,
  nowMs: number,
): Looks {
  const remains = (neededMs: number, fromMs = sinceMs) =>
    fromMs === undefined ? {} : { remainsMs: Math.max(0, fromMs + neededMs - nowMs) };
  const warnedMs = incident?.warnedMs;
  const endsMs = settings.condition.kind === 'ends' ? untilEnd(value, nowMs) : undefined;
  const becomes = endsMs === undefined ? remains(settings.warnForMs ?? 0, warnedMs) : { remainsMs: endsMs };
  if (incident !== undefined && (warnedMs === undefined || unread === undefined)) {
    const { beganMs } = incident;
    const acknowledged = incident.acknowledged === true ? { acknowledged: true } : {};
    const isRecovering = sinceMs !== undefined && unread === undefined;
    if (warnedMs !== undefined)
      return isRecovering ? { look: 'well' } : { look: 'counting', sinceMs: beganMs, ...becomes };
    if (!isRecovering) return { look: 'alarm', sinceMs: beganMs, ...acknowledged };
    return { look: 'recovering', sinceMs: beganMs, ...acknowledged, ...remains(settings.wellForMs) };
  }
  if (unread !== undefined) return { look: 'unread', sinceMs: unread.sinceMs };
  if (value === undefined) return { look: 'unknown' };
  return sinceMs === undefined ? { look: 'well' } : { look: 'counting', sinceMs, ...remains(holdOf(settings, runs)) };
}

function holdOf({ condition, forMs }: WatchSettings, runs: SubjectState['runs']): number {
  if (condition.kind !== 'cycles') return forMs;
  return (runs?.isRunning === true ? condition.longestRunMs : condition.longestRestMs) ?? 0;
}
