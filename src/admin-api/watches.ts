import type { Look } from '../watch';

/** One device of a watch with one thing that is watched of it. Times are ms from the answer on. */
export interface ListedSubject {
  readonly deviceId: string;
  /** Given by a person, or the serial number; absent: not known without asking the service. */
  readonly name?: string;
  /** What is watched, in the language of Node-RED. */
  readonly measure: string;
  /** The last value with its unit, or a state in words; absent: none is known. */
  readonly value?: string;
  readonly look: Look;
  /** For how long the incident or the silence has lasted, or the time has counted. */
  readonly forMs?: number;
  /** How long it must go on until something is told. */
  readonly remainsMs?: number;
  /** A person has seen the alarm: it is not repeated. */
  readonly acknowledged: boolean;
}

export interface ListedWatch {
  /** The id of the node. */
  readonly id: string;
  readonly name?: string;
  readonly subjects: readonly ListedSubject[];
}

/** The watches of an account's service that run, whichever account they are of. */
export interface WatchList {
  readonly watches: readonly ListedWatch[];
}

export interface AcknowledgeQuestion {
  /** The id of the node. */
  readonly watch: string;
  /** Empty: all of the watch. */
  readonly deviceId: string;
}
