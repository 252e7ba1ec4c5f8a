import type { Clock, Timer } from '../../clock';
import { type ReachableAccount, reaches } from './account-identity';
import { idOf, type Made, type MadeKind, type MadeMemory } from './made-memory';

const firstRetryMs = 5_000;
const longestRetryMs = 300_000;
/** How long a closed account can still be used. */
const holdMs = 30_000;

interface Outcome {
  /** `unreachable`: no account reaches it now. */
  readonly outcome: 'done' | 'failed' | 'unreachable';
  readonly why?: string;
}

/** Deletes something at the service; resolves also where it is gone already. */
export type TakeBackKind = (through: ReachableAccount, made: Made) => Promise<void>;

interface Dependencies {
  readonly memory: MadeMemory;
  readonly clock: Clock;
  readonly kinds: Readonly<Record<MadeKind, TakeBackKind>>;
  /** Called when a thing is no longer recorded: deletes what else is stored here about it. */
  readonly onForgotten: (made: Made) => void;
  readonly flows: () => string;
  readonly isConfigured: (nodeId: string) => boolean;
  readonly account: (id: string) => ReachableAccount | undefined;
  /** Whether an account will run after the deploy that is under way. */
  readonly willRun: (accountId: string) => boolean;
  readonly accountIds: () => readonly string[];
  /** Resolves when what works for the node has ended. */
  readonly closed: (nodeId: string) => Promise<void>;
  readonly messageOf: (error: unknown) => string;
  readonly noAccount: (made: Made) => string;
  readonly onFailure: (made: Made, why: string) => void;
}

/** Deletes at the service what deleted nodes have made there. */
export interface TakeBack {
  /** Flows are about to stop; the new ones are known. */
  stopping(): void;
  /** The new flows run. */
  started(): void;
  /** Tries everything that is to be taken back now. */
  sweep(): Promise<void>;
  /** Tries once, also what waits for the user's decision. Returns why it failed, if it did. */
  now(id: string): Promise<string | undefined>;
  /** Leaves it at the service and forgets it. */
  giveUp(id: string): boolean;
  /** What is still at the service although its node, or its account, was deleted. */
  left(): [id: string, made: Made][];
  /** Resolves when nothing of the node is being taken back. */
  idle(nodeId: string): Promise<void>;
}

export function createTakeBack(dependencies: Dependencies): TakeBack {
  const { memory, clock, isConfigured, accountIds } = dependencies;
  /** Accounts that a deploy closes, kept usable until their things are deleted. */
  const held = new Map<ReachableAccount, () => void>();
  const underWay = new Map<string, Promise<Outcome>>();
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

  /** The account that made it first, then one that a deploy has closed, then any that reaches it. */
  async function accountFor(made: Made): Promise<ReachableAccount | undefined> {
    const own = dependencies.account(made.account);
    const others = accountIds().flatMap((id) => (id === made.account ? [] : (dependencies.account(id) ?? [])));
    for (const candidate of [...(own === undefined ? [] : [own]), ...held.keys(), ...others])
      if (await reaches(candidate, made).catch(() => false)) return candidate;
    return undefined;
  }

  /** Whether another node has recorded the same thing: then it is not deleted. */
  function isShared(id: string, made: Made): boolean {
    const same = ({ kind, service, owner, what }: Made) =>
      kind === made.kind && service === made.service && owner === made.owner && sameThing(what, made.what);
    return memory.all().some(([otherId, other]) => otherId !== id && !isGone(other) && same(other));
  }

  async function attempt(id: string): Promise<Outcome> {
    const first = memory.get(id);
    if (first === undefined) return { outcome: 'done' };
    if (first.unwanted !== true) await dependencies.closed(first.nodeId);
    // The node may have been restored, such as by an undo and a deploy, while this waited.
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
      await dependencies.kinds[made.kind](through, made);
      forget(id, made);
      return { outcome: 'done' };
    } catch (error) {
      return failed(made, 'failed', dependencies.messageOf(error));
    }
  }

  function failed(made: Made, outcome: 'failed' | 'unreachable', why: string): Outcome {
    const now = memory.get(idOf(made));
    // It may have been recorded anew by its node while this was under way.
    if (now !== undefined && isGone(now) && now.failure?.why !== why) {
      memory.record({ ...now, failure: { why, at: clock.now() } });
      dependencies.onFailure(made, why);
    }
    return { outcome, why };
  }

  function single(id: string): Promise<Outcome> {
    const running = underWay.get(id);
    if (running !== undefined) return running;
    const mine = attempt(id).finally(() => underWay.delete(id));
    underWay.set(id, mine);
    return mine;
  }

  async function sweep(isDue: (made: Made) => boolean = () => true): Promise<void> {
    retry?.cancel();
    retry = undefined;
    const byAccount = new Map<string, string[]>();
    for (const [id, { account }] of gone().filter((entry) => isTried(entry) && isDue(entry[1])))
      byAccount.set(account, [...(byAccount.get(account) ?? []), id]);
    const outcomes = await Promise.all([...byAccount.values()].map(eachInTurn));
    if (underWay.size > 0) return;
    const isLeft = outcomes.flat().some(({ outcome }) => outcome === 'failed');
    if (!isLeft || retryInMs > holdMs) releaseHeld();
    // What no account reaches waits for the next deploy.
    if (!isLeft) return;
    retry = clock.after(retryInMs, () => void sweep());
    retryInMs = Math.min(2 * retryInMs, longestRetryMs);
  }

  // One after another, because the service may not answer.
  async function eachInTurn(ids: readonly string[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const id of ids) outcomes.push(await single(id));
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
      const leaving = gone().filter(isTried);
      // Held, because after this deploy Node-RED no longer has the credentials of a deleted account.
      const ending = new Set(leaving.map(([, { account }]) => account).filter((id) => !dependencies.willRun(id)));
      for (const id of ending) {
        const reachable = dependencies.account(id);
        if (reachable !== undefined) held.set(reachable, reachable.account.hold());
      }
      if (held.size > 0) void sweep(({ account }) => ending.has(account));
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
      const { why } = await single(id);
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
      await Promise.allSettled(own.flatMap(([id]) => underWay.get(id) ?? []));
    },
  };
}

function sameThing(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const key = (what: Readonly<Record<string, string>>) => (what.id ?? what.uri)?.toLowerCase();
  return key(a) !== undefined && key(a) === key(b);
}
