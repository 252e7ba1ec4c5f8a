import type { FoundProblem } from './problem-words';
import type { RehearsalExpectation } from './rehearsal-expectations';

/** What can be set wrong with a tick and a time, as the sidebar offers it; each becomes steps of the scenario. */
export const rehearsalFaults = ['trip', 'offline', 'unread', 'slow', 'supply', 'plugIn'] as const;
export type RehearsalFaultKind = (typeof rehearsalFaults)[number];

export interface RehearsalFault {
  readonly kind: RehearsalFaultKind;
  /** `HH:MM` in the zone of Node-RED. */
  readonly at: string;
  /** The id of the device; empty for what happens to the whole site. */
  readonly device: string;
}

/** The days of which a copied site has what was drawn. */
const recordedDays = ['ago-1', 'ago-2', 'ago-3', 'ago-4', 'ago-5', 'ago-6', 'ago-7'] as const;
/**
 * `today`; a day of the last week, such as `ago-1` for yesterday; or a day of this year by its season and the weather that the
 * simulated site has then.
 */
export const rehearsalDays = [
  ...(['today', ...recordedDays, 'summer-clear', 'summer-cloudy', 'winter-clear', 'winter-cloudy'] as const),
  ...(['spring-clear', 'spring-cloudy', 'autumn-clear', 'autumn-cloudy'] as const),
] as const;
export type RehearsalDay = (typeof rehearsalDays)[number];

/** How many days ago a day is; undefined for one of a season. */
export function daysAgo(day: RehearsalDay): number | undefined {
  if (day === 'today') return 0;
  return day.startsWith('ago-') ? Number(day.slice('ago-'.length)) : undefined;
}

/** What a person chooses to rehearse. */
export interface RehearsalPlan {
  /** Ids of tabs. */
  readonly flows: readonly string[];
  readonly day: RehearsalDay;
  readonly hours: number;
  readonly faults: readonly RehearsalFault[];
  readonly expectations: readonly RehearsalExpectation[];
}

/** Asked for while a rehearsal runs. */
export interface RehearsalState {
  readonly flows: readonly { readonly id: string; readonly label: string }[];
  readonly devices: readonly { readonly id: string; readonly label: string; readonly isCharger: boolean }[];
  /** Nodes that do not run, and record what comes to them. */
  readonly standIns: readonly RehearsedNode[];
  readonly scenarios: readonly SavedScenario[];
  readonly running?: {
    readonly simulatedMs: number;
    readonly wholeMs: number;
    /** Before it begins: how many devices of an account have been read. */
    readonly reading?: { readonly read: number; readonly devices: number };
  };
  /** How the newest one ended; absent before the first one, and while one runs. */
  readonly ended?: RehearsalEnd;
}

export interface RehearsalEnd {
  readonly number: number;
  /** `done`: there is a result, also where the hours did not come to their end. */
  readonly why: 'done' | 'cancelled' | 'deployed' | 'refused' | 'failed';
  /** Of one that was refused: all that is wrong with its scenario, or with a site. */
  readonly problems?: readonly FoundProblem[];
  /** Of one that failed. */
  readonly failure?: RehearsalFailure;
}

/**
 * Why a rehearsal has no result, by kind, with the names of the values that its sentence tells. The sentences stand below
 * `rehearsal.failure.` of the sidebar in every language.
 */
export const rehearsalFailures = {
  memory: ['megabytes'],
  /** It went on without end: `node` is the function that a message came to last. */
  endless: [],
  endlessNode: ['node'],
  noNodeRed: ['folder'],
  /** What the process, or Node.js, has said. */
  ended: ['said'],
  notStarted: ['said'],
  noResult: [],
  /** The site of an account could not be read; `said` in the language of the editor. */
  site: ['account', 'said'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RehearsalFailureKind = keyof typeof rehearsalFailures;

export type RehearsalFailure = {
  [Kind in RehearsalFailureKind]: { readonly kind: Kind } & {
    readonly [Value in (typeof rehearsalFailures)[Kind][number]]: string | number;
  };
}[RehearsalFailureKind];

/** A scenario that is kept in a file. */
export interface SavedScenario {
  readonly name: string;
  readonly file: string;
  /** Undefined where the file holds no scenario; `problems` says why. */
  readonly told?: {
    /** Epoch milliseconds. */
    readonly startMs: number;
    readonly hours: number;
    readonly steps: number;
    readonly expectations: number;
  };
  /** All that is wrong with the file, which therefore cannot be rehearsed. */
  readonly problems: readonly FoundProblem[];
}

export interface RehearsedNode {
  readonly id: string;
  readonly name: string;
}

/** Something that happened; `at` in epoch milliseconds of the simulated time. */
export interface RehearsedEvent {
  readonly kind: 'command' | 'moved' | 'error' | 'limit' | 'stand-in' | 'badge' | 'step' | 'fence';
  readonly at: number;
  readonly node?: RehearsedNode;
  /** Labels of devices. */
  readonly devices?: readonly string[];
  /**
   * A command, an error, a badge, what came to a stand-in, a step, what tried to leave, or what moved something. Of a limit the name of
   * a further one, and empty for the main one.
   */
  readonly text: string;
  /** Of a command: how it ended, in words. */
  readonly outcome?: string;
  /** Of a command: why. */
  readonly reason?: string;
  /** Of a command: names of the nodes that its message came through. */
  readonly way?: readonly string[];
  /** Of what moved, and of a command: where the handle is, or goes. */
  readonly position?: 'open' | 'closed';
  /** Of a limit that a load manager keeps from then on; without `value` it keeps none. */
  readonly limit?: { readonly value?: number; readonly unit: 'A' | 'W' };
  /** A command that was not carried out, an error that no Catch node takes, a step that was not possible. */
  readonly isBad?: boolean;
}

export type RehearsalFindingRule =
  | 'not-configured'
  | 'closed-unread'
  | 'closed-counted'
  | 'opened-idle'
  | 'opened-often'
  | 'paused-often'
  | 'refused'
  | 'never-reached'
  | 'uncaught-error'
  | 'tried-to-leave'
  | 'never-quiet';

export interface RehearsalFinding {
  readonly rule: RehearsalFindingRule;
  /** The first time, epoch milliseconds. */
  readonly at?: number;
  readonly times: number;
  readonly nodeId?: string;
  /** The name of that node, or its type. */
  readonly node?: string;
  /** By its label. */
  readonly device?: string;
  /** The first error, what tried to leave, or the meters that could not be read. */
  readonly detail?: string;
}

export interface RehearsalVerdict {
  /** In the words of the scenario. */
  readonly text: string;
  readonly met: boolean;
  readonly seen:
    | { readonly kind: 'count'; readonly count: number; readonly device?: string }
    | { readonly kind: 'highest' | 'lowest' | 'beyond'; readonly watts: number }
    | { readonly kind: 'no-time' };
  readonly at?: number;
  /** What has to do with it. */
  readonly node?: RehearsedNode;
}

/** The power of one circuit, a value each `stepMs`; W, negative where it is generated. */
export interface RehearsedCircuit {
  readonly label: string;
  /** What its breaker is made for, W. */
  readonly ratedW: number;
  readonly watts: readonly number[];
}

/** A limit that a load manager kept, and what it knew to be drawn. */
export interface RehearsedLimit {
  readonly node: RehearsedNode;
  /** The name of a further limit; empty for the main one. */
  readonly group: string;
  readonly unit: 'A' | 'W';
  /** It bounds the average of a window, and not each moment. */
  readonly isAverage: boolean;
  /** In order of time; from one without `limit` on none was kept. */
  readonly changes: readonly { readonly at: number; readonly limit?: number }[];
  /** One, or one a leg; a value each `stepMs`, null while it was not known. */
  readonly totals: readonly { readonly leg?: string; readonly values: readonly (number | null)[] }[];
}

/** One kind of gap in what was read of a site, with the names of all that it concerns. */
export interface RehearsedGap {
  readonly what: RehearsedGapKind;
  readonly of: readonly string[];
  /** In the words of the service, or what is there in its place. */
  readonly why: string;
}

export type RehearsedGapKind =
  | 'zone'
  | 'locations'
  | 'deviceData'
  | 'ratings'
  | 'history'
  | 'configuration'
  | 'mode'
  | 'sessions'
  | 'more';

/** What a rehearsal has shown. Times are epoch milliseconds of the simulated time. */
export interface RehearsalResult {
  readonly fromMs: number;
  readonly toMs: number;
  /** What was asked for; more than there is where it ended early. */
  readonly wholeMs: number;
  readonly ending: 'done' | 'out-of-time' | 'never-quiet' | 'too-many-requests' | 'failed';
  /** Of `failed`: the error with which Node-RED would have ended. */
  readonly said?: string;
  /** In which Node-RED tells times, such as `Europe/Berlin`. */
  readonly zone: string;
  readonly requests: number;
  readonly flows: readonly string[];
  /** Accounts that are not armed, and were rehearsed as if they were. */
  readonly unarmed: readonly string[];
  /** Accounts of the service whose site was copied. */
  readonly copied: readonly string[];
  /** What could not be read of a site, and what was there in its place. */
  readonly gaps: readonly RehearsedGap[];
  /** Nodes that begin messages by themselves, and were silent. */
  readonly silent: readonly RehearsedNode[];
  /** Nodes that were answered as if what they do outside had worked. */
  readonly answered: readonly RehearsedNode[];
  readonly stepMs: number;
  readonly circuits: readonly RehearsedCircuit[];
  readonly limits: readonly RehearsedLimit[];
  /** In order of time. */
  readonly events: readonly RehearsedEvent[];
  /** How many more there were. */
  readonly leftOut: number;
  readonly findings: readonly RehearsalFinding[];
  readonly verdicts: readonly RehearsalVerdict[];
}
