import type { Clock, Timer } from '../../clock';
import { asNode, nodeOrigin } from '..';
import { type ReachableAccount, reaches } from './account-identity';
import { idOf, type Made, type MadeKind, type MadeMemory } from './made-memory';

const firstRetryMs = 5_000;
const longestRetryMs = 300_000;
/** The time for which a closed account stays usable. */
const holdMs = 30_000;

interface Outcome {
  /** `unreachable`: no running account reaches the thing. */
  readonly outcome: 'done' | 'failed' | 'unreachable';
  readonly why?: string;
}

/** Deletes a thing at the service. Resolves also if the thing does not exist. */
export type TakeBackKind = (through: ReachableAccount, made: Made) => Promise<void>;

interface Dependencies {
  readonly memory: MadeMemory;
  readonly clock: Clock;
  readonly kinds: Readonly<Record<MadeKind, TakeBackKind>>;
  /** Called when the entry of a thing is removed, to delete its other local data. */
  readonly onForgotten: (made: Made) => void;
  readonly flows: () => string;
  readonly isConfigured: (nodeId: string) => boolean;
  readonly account: (id: string) => ReachableAccount | undefined;
  /** Whether an account will run after the current deploy. */
  readonly willRun: (accountId: string) => boolean;
  readonly accountIds: () => readonly string[];
  /** Resolves when the node is closed. */
  readonly closed: (nodeId: string) => Promise<void>;
  readonly messageOf: (error: unknown, made: Made) => string;
  readonly noAccount: (made: Made) => string;
  readonly onFailure: (made: Made, why: string) => void;
}

/** Takes things back: deletes at the service what deleted nodes have made there. */
export interface TakeBack {
  /** Call it before the flows stop; the new flows are already known. */
  stopping(): void;
  /** Call it when the new flows run. */
  started(): void;
  /** Tries to take back everything that is due. */
  sweep(): Promise<void>;
  /** Tries one thing once, also if it waits for the user's decision. Returns the reason of a failure. */
  now(id: string): Promise<string | undefined>;
  /** Removes the entry of a thing and leaves the thing at the service. */
  giveUp(id: string): boolean;
  /** The things that are still at the service although their node or account was deleted. */
  left(): [id: string, made: Made][];
  /** Resolves when nothing of the node is being taken back. */
  idle(nodeId: string): Promise<void>;
}

export function createTakeBack(dependencies: Dependencies): TakeBack {
  const { memory, clock, isConfigured, accountIds } = dependencies;
  /** Accounts that a deploy closes, and that stay usable until their things are deleted. */
  const held = new Map<ReachableAccount, () => void>();
  const runningAttempts = new Map<string, Promise<Outcome>>();
  let retryInMs = firstRetryMs;
  let retry: Timer | undefined;

  const isGone = ({ flows, nodeId, unwanted }: Made) =>
    flows === dependencies.flows() && (unwanted === true || !isConfigured(nodeId));
  const gone = () => memory.all().filter(([, made]) => isGone(made));
  const isTried = ([, { undecided }]: [string, Made]) => undecided !== true;

  function forget(id: string, made: Made): void {
    memory.forget(id);
    dependencies.onForgotten(made);
  }

  /** The account that made the thing; if it cannot reach it, one that a deploy has closed; otherwise any that reaches it. */
  async function accountFor(made: Made): Promise<ReachableAccount | undefined> {
    const own = dependencies.account(made.account);
    const others = accountIds().flatMap((id) => (id === made.account ? [] : (dependencies.account(id) ?? [])));
    for (const candidate of [...(own === undefined ? [] : [own]), ...held.keys(), ...others])
      if (await reaches(candidate, made).catch(() => false)) return candidate;
    return undefined;
  }

  /** Whether another node has recorded the same thing. A shared thing is not deleted. */
  function isShared(id: string, made: Made): boolean {
    const isSameThing = ({ kind, service, owner, what }: Made) =>
      kind === made.kind && service === made.service && owner === made.owner && haveSameId(what, made.what);
    return memory.all().some(([otherId, other]) => otherId !== id && !isGone(other) && isSameThing(other));
  }

  async function attempt(id: string): Promise<Outcome> {
    const before = memory.get(id);
    if (before === undefined) return { outcome: 'done' };
    if (before.unwanted !== true) await dependencies.closed(before.nodeId);
    // The node may have been restored during the wait, for example by an undo and a deploy.
    const made = memory.get(id);
    if (made === undefined || !isGone(made)) return { outcome: 'done' };
    if (isShared(id, made)) {
      memory.forget(id);
      return { outcome: 'done' };
    }
    if (made.stays === true) {
      forget(id, made);
      return { outcome: 'done' };
    }
    try {
      const through = await accountFor(made);
      if (through === undefined) return failed(made, 'unreachable', dependencies.noAccount(made));
      const { nodeId: madeBy, nodeType: type, nodeName: name } = made;
      await asNode(nodeOrigin({ id: madeBy, type, name }), () => dependencies.kinds[made.kind](through, made));
      forget(id, made);
      return { outcome: 'done' };
    } catch (error) {
      return failed(made, 'failed', dependencies.messageOf(error, made));
    }
  }

  function failed(made: Made, outcome: 'failed' | 'unreachable', why: string): Outcome {
    const current = memory.get(idOf(made));
    // Its node may have recorded the thing again during the attempt.
    if (current !== undefined && isGone(current) && current.failure?.why !== why) {
      memory.record({ ...current, failure: { why, at: clock.now() } });
      dependencies.onFailure(made, why);
    }
    return { outcome, why };
  }

  function attemptOnce(id: string): Promise<Outcome> {
    const running = runningAttempts.get(id);
    if (running !== undefined) return running;
    const started = attempt(id).finally(() => runningAttempts.delete(id));
    runningAttempts.set(id, started);
    return started;
  }

  async function sweep(isDue: (made: Made) => boolean = () => true): Promise<void> {
    retry?.cancel();
    retry = undefined;
    const byAccount = new Map<string, string[]>();
    for (const [id, { account }] of gone().filter((entry) => isTried(entry) && isDue(entry[1])))
      byAccount.set(account, [...(byAccount.get(account) ?? []), id]);
    const outcomes = await Promise.all([...byAccount.values()].map(eachInTurn));
    if (runningAttempts.size > 0) return;
    const isLeft = outcomes.flat().some(({ outcome }) => outcome === 'failed');
    if (!isLeft || retryInMs > holdMs) releaseHeld();
    // A thing that no account reaches waits for the next deploy.
    if (!isLeft) return;
    retry = clock.after(retryInMs, () => void sweep());
    retryInMs = Math.min(2 * retryInMs, longestRetryMs);
  }

  // One at a time, because the service may not answer.
  async function eachInTurn(ids: readonly string[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const id of ids) outcomes.push(await attemptOnce(id));
    return outcomes;
  }

  function releaseHeld(): void {
    for (const release of held.values()) release();
    held.clear();
  }

  return {
    stopping() {
      retry?.cancel();
      retry = undefined;
      const due = gone().filter(isTried);
      // After this deploy Node-RED no longer has the credentials of a deleted account.
      const endingAccounts = new Set(due.map(([, { account }]) => account).filter((id) => !dependencies.willRun(id)));
      for (const id of endingAccounts) {
        const reachable = dependencies.account(id);
        if (reachable !== undefined) held.set(reachable, reachable.account.hold());
      }
      if (held.size > 0) void sweep(({ account }) => endingAccounts.has(account));
    },
    started() {
      retryInMs = firstRetryMs;
      void sweep();
    },
    sweep: () => sweep(),
    async now(id) {
      const made = memory.get(id);
      if (made === undefined) return undefined;
      if (made.undecided === true) memory.record({ ...made, undecided: false });
      const { why } = await attemptOnce(id);
      return why;
    },
    giveUp(id) {
      const made = memory.get(id);
      if (made === undefined || !(isGone(made) || !isConfigured(made.account))) return false;
      forget(id, made);
      return true;
    },
    left: () =>
      memory
        .all()
        .filter(([, made]) => made.stays !== true && made.flows === dependencies.flows())
        .filter(([, made]) => isGone(made) || !isConfigured(made.account)),
    async idle(nodeId) {
      const own = memory.all().filter(([, made]) => made.nodeId === nodeId);
      await Promise.allSettled(own.flatMap(([id]) => runningAttempts.get(id) ?? []));
    },
  };
}

function haveSameId(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const key = (what: Readonly<Record<string, string>>) => (what.id ?? what.uri)?.toLowerCase();
  return key(a) !== undefined && key(a) === key(b);
}
