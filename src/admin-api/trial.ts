/**
 * The nodes that can be tried in their dialog. `later`: actions that act on what happens later, or on what they remember of
 * earlier messages, which a trial has not got. Config nodes (`breaker-directory`), receivers and watchers are not among them: they
 * send no message because one comes in, and the dialog of the directory shows what it reads by itself.
 */
const tried: Readonly<Record<string, { readonly later: readonly string[] }>> = {
  'batch-schedule': { later: ['wait'] },
  'breaker-control': { later: ['whileAlarm'] },
  'breaker-device': { later: ['watchKeys'] },
  'cloud-call': { later: [] },
  'evse-config': { later: ['whileAlarm'] },
  'meter-read': { later: [] },
  'waveform-capture': { later: ['wait'] },
};

export const isTried = (type: string) => Object.hasOwn(tried, type);

/** Whether a trial of the action could show nothing. */
export function waitsForLater(type: string, action: unknown): boolean {
  return tried[type]?.later.includes(String(action)) === true;
}

/** A node as its dialog stands, and the message that it is to get. */
export interface TrialQuestion {
  readonly type: string;
  readonly nodeId: string;
  /** The flow that it is on. */
  readonly flowId: string;
  /** Its fields as the flow file stores them. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Properties of the message by their paths, such as `payload.limit`. */
  readonly sample: Readonly<Record<string, unknown>>;
}

/** What a node would send from one of its outputs. */
export interface TriedMessage {
  /** From 0. */
  readonly output: number;
  /** Long lists and texts are cut. */
  readonly msg: Readonly<Record<string, unknown>>;
}

/** A request that would have been sent; every secret is masked. */
export interface TriedRequest {
  readonly operation: string;
  readonly method: string;
  /** Without the address of the service. */
  readonly path: string;
  readonly body?: unknown;
  readonly deviceId?: string;
}

export interface TrialAnswer {
  readonly messages: readonly TriedMessage[];
  /** Further messages that are not shown. */
  readonly more: number;
  /** How many entries a list or a text has, or more than are shown: by its path, such as `0.payload.samples`. */
  readonly lengths: Readonly<Record<string, number>>;
  readonly requests: readonly TriedRequest[];
  /** What the badge says in the end. */
  readonly badge?: string;
  /** Why the node would report an error. */
  readonly error?: { readonly code: string; readonly message: string };
  /** Ended after so many seconds, because it took too long. */
  readonly stoppedAfter?: number;
  /** What people call the devices in the messages, by id. */
  readonly names: Readonly<Record<string, string>>;
  /** Whether the node itself would send its requests; otherwise why not. */
  readonly sends: 'yes' | 'dryRun' | 'notArmed';
}
