import type { RehearsedLimit } from '../admin-api';
import type { SimulatorSnapshot, SiteGap } from '../simulator';
import type { EarlyEnd } from './early-end';
import type { EventNode, LoggedEvent } from './log';
import type { StandIn, StoredNode } from './rewrite-flow';
import type { Scenario } from './scenario';

/** A site that the rehearsal begins with. */
export interface RehearsedSite {
  /** As the accounts of the rewritten flow name it. */
  readonly site: string;
  /** As it is at the start of the scenario. */
  readonly state: SimulatorSnapshot;
  /** It was made from a description; else it is the demo site. */
  readonly isDescribed: boolean;
  /** What the description lacks. */
  readonly gaps: readonly SiteGap[];
}

/** What the child is given, in `job.json` of its directory. */
export interface Job {
  /** Rewritten. */
  readonly flow: readonly StoredNode[];
  readonly sites: readonly RehearsedSite[];
  readonly scenario: Scenario;
  readonly standIns: readonly StandIn[];
  /** What `require` takes: the package `node-red` of the installation that rehearses. */
  readonly nodeRed: string;
  /** Directories with code: all that may be read. */
  readonly readable: readonly string[];
  /** Of real time. */
  readonly budgetMs: number;
  /** As `lang` of settings.js. */
  readonly language?: string;
}

/** What the child tells while it runs: that the flow begins, or how far it is. */
export type ChildMessage = { readonly begins: true; readonly simulatedMs?: never } | { readonly simulatedMs: number };

/** As the editor gets it, with the type of the node; values as in {@link Samples}. */
export interface LimitCourse extends RehearsedLimit {
  readonly node: EventNode;
}

/** Power over time, a value a minute. */
export interface Samples {
  /** Epoch milliseconds of the first value. */
  readonly fromMs: number;
  readonly stepMs: number;
  readonly devices: readonly {
    readonly id: string;
    readonly label: string;
    readonly ratedA: number;
    readonly poles: 1 | 2;
  }[];
  /** A list a device, in the order of `devices`; W of all legs, negative where it is generated. */
  readonly watts: readonly (readonly number[])[];
  readonly limits: readonly LimitCourse[];
}

/** A node that was not configured, and what is wrong with it, in sentences. */
export interface Misconfigured {
  readonly node: EventNode;
  readonly problems: string;
}

/** What a rehearsal has shown. */
export interface Result {
  readonly ending: 'done' | EarlyEnd['ending'];
  /** Why it ended early. */
  readonly early?: EarlyEnd;
  readonly figures: {
    readonly simulatedMs: number;
    readonly requests: number;
    /** Entries of the log that were counted only. */
    readonly droppedEvents: number;
    /** Of the log: equal for two runs of one job. */
    readonly hash: string;
  };
  readonly events: readonly LoggedEvent[];
  readonly samples: Samples;
  /** Nodes of ours that could do nothing to the end, because a field or what it names is missing or wrong. */
  readonly misconfigured: readonly Misconfigured[];
  /** How many messages have come to each node, by id. */
  readonly received: Readonly<Record<string, number>>;
}
