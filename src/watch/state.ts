import type { Finding } from './digest';
import type { Ending } from './endings';

/** A value, or one of each pole. */
export type Value = number | string | readonly number[];

/** One reading of a subject. */
export interface Observation {
  /** A device id, or what else is watched. */
  readonly subject: string;
  readonly value: Value;
  /** When it was true, epoch ms by the service's clock. */
  readonly atMs: number;
  /** It stays true until the next one: it was pushed at a change. */
  readonly holds?: boolean;
  /** Readings of its source come this far apart; absent: as those of the watch. */
  readonly gapMs?: number;
  /** It only rises since then, and began with 0: when its day began, epoch ms. */
  readonly dayMs?: number;
  /** What ends at its value. */
  readonly ending?: Ending;
}

/** A subject whose value could not be read, or whose source has fallen silent. */
export interface Silence {
  readonly subject: string;
  /** The code of the error; absent: no reason is known. */
  readonly code?: string;
}

export interface Incident {
  /** When it began to be bad. */
  readonly beganMs: number;
  /** It is no alarm yet, but a warning: since when it has gone on without a break. */
  readonly warnedMs?: number;
  readonly toldMs: number;
  readonly acknowledged?: boolean;
  /** Of a condition of cycles: whether it ran, or rested, for too long. */
  readonly isRunning?: boolean;
}

/** When a load runs, for conditions of runs and rests. */
export interface Runs {
  readonly isRunning: boolean;
  readonly sinceMs: number;
  /** When the run began of which the rests so far are pauses. */
  readonly beganMs?: number;
  readonly endedMs?: number;
  /** Starts within the last hour, no more of them than decide. */
  readonly startsMs: readonly number[];
}

/** What is remembered of a subject. Every instant is epoch ms by the service's clock. */
export interface SubjectState {
  atMs?: number;
  value?: Value;
  holds?: boolean;
  /** Since when it is without a break what would change its state. */
  sinceMs?: number;
  runs?: Runs;
  incident?: Incident;
  ending?: Ending;
  unread?: {
    readonly sinceMs: number;
    readonly code?: string;
    readonly incident?: Incident;
    /** It was told with all others. */
    readonly withAccount?: true;
  };
  /** A reading older than the one before has been told of. */
  backwardsTold?: boolean;
}

export type EventKind =
  | 'warning'
  | 'alarm'
  | 'all-clear'
  | 'repeat'
  | 'unread'
  | 'read-again'
  | 'finished'
  | 'report'
  | 'changed'
  | 'backwards';

/** The last report of all devices. */
export interface ReportState {
  /** The local day that it was of; empty for one that comes at intervals. */
  readonly day: string;
  readonly atMs: number;
  /** How often each device had started, by its id. */
  readonly boots: Readonly<Record<string, number>>;
}

/** That no subject of several can be read, which was told as one event. */
export interface AccountSilence {
  readonly beganMs: number;
  /** When the first of them was read again; the others may take as long as a silence may last. */
  readonly backMs?: number;
}

/** Something to tell, once. It waits in the state until it was sent. */
export interface WatchEvent {
  /** Rises with each event of a watch. */
  readonly id: number;
  readonly kind: EventKind;
  readonly subject: string;
  readonly atMs: number;
  readonly value?: Value;
  /** When the incident, the run or the silence began. */
  readonly sinceMs?: number;
  /** Of a change: the value before. */
  readonly before?: Value;
  /** Of a condition of cycles: whether it runs or rests. */
  readonly isRunning?: boolean;
  /** The code of the error of what cannot be read. */
  readonly code?: string;
  /** Of all subjects as one: how many of them it is about. */
  readonly count?: number;
  readonly total?: number;
  /** What ends, or has ended. */
  readonly ending?: Ending;
  /** Of a report. */
  readonly findings?: readonly Finding[];
  /** It is being sent; after a restart it may have been. */
  readonly telling?: true;
  /** The process ended while it was sent: it may have been told before. */
  readonly repeated?: true;
}

export interface WatchState {
  readonly version: 1;
  /** The condition by which the subjects were judged, as JSON. */
  readonly condition: string;
  readonly nextId: number;
  readonly subjects: Readonly<Record<string, SubjectState>>;
  readonly accountSilence?: AccountSilence;
  readonly report?: ReportState;
  /** When any of them was read last, epoch ms. */
  readonly readMs?: number;
  /** What is not told yet, oldest first. */
  readonly outbox: readonly WatchEvent[];
}

export const initialWatch = (): WatchState => ({ version: 1, condition: '', nextId: 1, subjects: {}, outbox: [] });
