import { type Client, ClientError, type ReleaseWhile } from '../../src/client';
import type { Clock } from '../../src/clock';
import {
  type BreakerOperator,
  type BreakerRequest,
  type BreakerResult,
  type EnteredBreakerCommand,
  isDryRun,
  refusal,
} from '../../src/control';
import { defined } from '../../src/object';
import type { Account } from '../../src/runtime';
import {
  cannotBeRead,
  handleMovedAt,
  lookBeforeRestore,
  lookBeforeSet,
  type SceneMemory,
  type SceneReference,
} from '../../src/runtime/scenes';
import type { LeftOutReason, RememberedCircuit, ScenePosition } from '../../src/scene';
import { withState } from './control-work';

type Row = Record<string, unknown>;
type Run = (releaseWhile: ReleaseWhile) => Promise<Row>;
type Left = Awaited<ReturnType<NonNullable<BreakerRequest['unlessNeeded']>>>;

interface SceneWork {
  readonly account: Account;
  readonly client: Client;
  readonly operator: BreakerOperator;
  readonly clock: Clock;
  readonly memory: SceneMemory;
  readonly scene: SceneReference;
  /** What all commands of the message share. */
  readonly shared: Omit<BreakerRequest, 'command' | 'deviceId' | 'secondsUntilReset'>;
  readonly signal: AbortSignal;
  /** Called with the result of each command. */
  readonly onResult: (result: BreakerResult) => void;
  /** Called when it is decided whether the circuit is commanded, and that is remembered. */
  readonly onDecided: (deviceId: string) => void;
}

/** What is done to one circuit. */
interface Deed {
  readonly deviceId: string;
  readonly command: 'open' | 'close';
  /** Decides at the last moment, when all older commands to the device have ended: nothing else may move it then. */
  decide(sequence: number, leave: (reason: LeftOutReason, keep?: boolean) => void): Promise<Left>;
  /** The command was refused: it has not reached the device. */
  refused(sequence: number): Promise<void>;
  ended(sequence: number, result: BreakerResult): Promise<void>;
}

const commandTo = { open: 'open', closed: 'close' } as const;

/** Enters one circuit of a scene, synchronously; its row has `leftOut` with the reason where it is not commanded. */
function enterDeed(work: SceneWork, deed: Deed): Run {
  const { operator, shared, onResult, onDecided } = work;
  const { deviceId, command } = deed;
  let leftOut: { readonly leftOut: LeftOutReason; readonly keep: boolean } | undefined;
  let decided: Promise<unknown> | undefined;
  let entered: EnteredBreakerCommand;
  try {
    entered = operator.enter({
      ...shared,
      command,
      deviceId,
      unlessNeeded(sequence) {
        const deciding = deed.decide(sequence, (reason, keep = true) => {
          leftOut = { leftOut: reason, keep };
        });
        decided = deciding.catch(() => {}).finally(() => onDecided(deviceId));
        return deciding;
      },
    });
  } catch (error) {
    onDecided(deviceId);
    throw error;
  }
  return async (releaseWhile) => {
    try {
      const result = await entered.run(releaseWhile);
      if (leftOut !== undefined) return { deviceId, ...leftOut };
      await deed.ended(entered.sequence, result);
      onResult(result);
      return await withState(work, result, releaseWhile);
    } catch (error) {
      // A newer command ends this one also while it is being decided: what is remembered then must not stay.
      await decided;
      if (error instanceof ClientError) await deed.refused(entered.sequence);
      throw error;
    } finally {
      onDecided(deviceId);
    }
  };
}

/** Sets a circuit, and remembers its position on disk before the command is sent. */
export function enterSet(work: SceneWork, deviceId: string, to: ScenePosition): Run {
  const { account, client, clock, memory, scene, shared, signal } = work;
  const isDry = isDryRun(shared, account.safety);
  let earlier: RememberedCircuit | undefined;
  const isOwn = (sequence: number) => memory.circuit(scene, deviceId)?.sequence === sequence;
  const looking = { client, clock, signal, deviceId };
  const remember = async (circuit: Pick<RememberedCircuit, 'before' | 'sequence' | 'movedAt'>) => {
    const at = clock.now();
    const serviceAt = at + (client.clockSkewMs() ?? 0);
    if (!isDry) await memory.remember(scene, { deviceId, to, at, serviceAt, ...circuit });
  };
  return enterDeed(work, {
    deviceId,
    command: commandTo[to],
    async decide(sequence, leave) {
      earlier = memory.circuit(scene, deviceId);
      const look = await lookBeforeSet(looking, to, earlier);
      switch (look.do) {
        case 'fail':
          throw cannotBeRead(deviceId, look.circuit);
        case 'leave':
          leave(look.reason);
          return {};
        case 'unchanged':
          await remember({ before: look.position });
          return { position: look.position };
        case 'command':
          await remember({ before: look.before, sequence, ...defined({ movedAt: await handleMovedAt(looking) }) });
          return undefined;
      }
    },
    async refused(sequence) {
      if (!isOwn(sequence)) return;
      if (earlier === undefined) await memory.forget(scene, [deviceId]);
      else await memory.remember(scene, earlier);
    },
    async ended(sequence, { outcome }) {
      const now = memory.circuit(scene, deviceId);
      if ((outcome === 'deferred' || outcome === 'unknown') && now?.sequence === sequence)
        await memory.remember(scene, { ...now, doubtful: true });
    },
  });
}

/** Restores a circuit, and forgets it when that is done. */
export function enterRestore(work: SceneWork, circuit: RememberedCircuit): Run {
  const { account, client, clock, memory, scene, shared, signal } = work;
  const { deviceId, before } = circuit;
  const isDry = isDryRun(shared, account.safety);
  let earlier: RememberedCircuit | undefined;
  const isOwn = (sequence: number) => memory.circuit(scene, deviceId)?.restoring === sequence;
  return enterDeed(work, {
    deviceId,
    command: commandTo[before],
    async decide(sequence, leave) {
      earlier = memory.circuit(scene, deviceId);
      // An older message has restored it meanwhile, or the scene was set anew.
      if (earlier === undefined || earlier.before !== before) {
        leave('as-before');
        return {};
      }
      const known = earlier;
      const [heir] = memory
        .lastingFor(scene, deviceId)
        .filter((other) => memory.circuit(other, deviceId)?.to === known.to);
      if (heir !== undefined) {
        // It comes back with the alarm of the other node, by what is known of it here.
        leave('held-by-alarm', false);
        if (!isDry) await memory.handOver(scene, heir, known);
        return {};
      }
      const look = await lookBeforeRestore({ client, clock, signal, deviceId }, account.context, earlier);
      switch (look.do) {
        case 'fail':
          throw cannotBeRead(deviceId, look.circuit);
        case 'leave':
          leave(look.reason, look.keep);
          if (!look.keep && !isDry) await memory.forget(scene, [deviceId]);
          return {};
        case 'confirm':
          if (!shared.confirmed && shared.confirmClose)
            throw refusal(
              'CONFIRMATION_NEEDED',
              deviceId,
              'is as the scene left it, but nothing proves who operated it last: set msg.confirm to true to restore it',
              { kind: 'sceneUnproven' },
            );
      }
      if (!isDry) await memory.remember(scene, { ...earlier, restoring: sequence });
      return undefined;
    },
    async refused(sequence) {
      if (earlier !== undefined && isOwn(sequence)) await memory.remember(scene, earlier);
    },
    async ended(sequence, { outcome }) {
      // After a lost answer it stays remembered; only a further message tries it again, and looks at it first.
      if (outcome !== 'unknown' && isOwn(sequence)) await memory.forget(scene, [deviceId]);
    },
  });
}
