import type { Client } from '../../src/client';
import type { Clock } from '../../src/clock';
import { type BreakerOperator, type BreakerRequest, type BreakerResult, isDryRun } from '../../src/control';
import { type Account, enteredWork, type MessageContext, presentDevices } from '../../src/runtime';
import { protectedAmong, type SceneMemory, type Turn } from '../../src/runtime/scenes';
import type { LeftOutReason, RememberedCircuit } from '../../src/scene';
import type { SceneRequest } from './scene-request';
import { type SceneText, summarizeScene } from './scene-result';
import { enterRestore, enterSet } from './scene-work';

interface SceneInput extends MessageContext {
  readonly account: Account;
  readonly client: Client;
  readonly operator: BreakerOperator;
  readonly clock: Clock;
  readonly memory: SceneMemory;
  readonly request: SceneRequest;
  readonly shared: Omit<BreakerRequest, 'command' | 'deviceId' | 'secondsUntilReset'>;
  /** The node's devices; undefined: those of the scene. */
  readonly deviceIds: readonly string[] | undefined;
  /** Devices that the node excepts. */
  readonly excepted: readonly string[];
  readonly turn: Turn;
  /** Ends what keeps the closes of newer messages waiting. */
  readonly onEntered: () => void;
  readonly onResult: (result: BreakerResult) => void;
  readonly text: SceneText;
}

interface Left {
  readonly deviceId: string;
  readonly reason: LeftOutReason;
}

/** Sets, restores or forgets a scene, and sends the message on with the results. */
export async function runScene(input: SceneInput): Promise<void> {
  const { account, client, memory, request, shared, turn, msg, run, status, text } = input;
  const { signal } = run;
  const scene = { service: account.context.service, name: request.scene };
  if (request.do !== 'set') await turn.older(signal);

  if (request.do === 'forget') {
    const forgotten = memory.circuits(scene).map(({ deviceId }) => deviceId);
    if (!isDryRun(shared, account.safety)) await memory.forget(scene, forgotten);
    msg.payload = { ...subjectOfScene(request), do: 'forget', forgotten: forgotten.length };
    status.show('fresh', text('status.sceneForgotten', { count: forgotten.length }));
    run.send(msg);
    return;
  }

  const leftOut: Left[] = input.excepted.map((deviceId) => ({ deviceId, reason: 'excepted' }));
  const restored = request.do === 'restore' ? await rememberedFor(input, scene, leftOut) : [];
  const named = request.do === 'restore' ? restored.map(({ deviceId }) => deviceId) : (input.deviceIds ?? []);
  const isProtected = await protectedAmong({ client, clock: input.clock, signal }, account, named);
  for (const deviceId of isProtected) leftOut.push({ deviceId, reason: 'protected' });
  const deviceIds = named.filter((deviceId) => !isProtected.has(deviceId));

  const undecided = new Set(deviceIds);
  const work = {
    ...input,
    scene,
    signal,
    onDecided(deviceId: string) {
      undecided.delete(deviceId);
      if (undecided.size === 0) turn.end();
    },
  };
  const circuitOf = new Map(restored.map((circuit) => [circuit.deviceId, circuit]));
  const entered = enteredWork(deviceIds, (deviceId) => {
    const circuit = circuitOf.get(deviceId);
    return circuit === undefined ? enterSet(work, deviceId, request.to) : enterRestore(work, circuit);
  });
  input.onEntered();
  await input.operator.prepare(deviceIds, shared);
  await presentDevices({
    ...input,
    deviceIds,
    single: false,
    deviceDeadlineMs: 90_000 + (shared.readBackMs ?? 0),
    work: entered,
    summarize(rows) {
      const summary = summarizeScene(rows, {
        subject: subjectOfScene(request),
        do: request.do === 'set' ? 'set' : 'restore',
        leftOut,
        remembered: memory.circuits(scene).filter(isChanged).length,
        saved: memory.trouble() === undefined,
        namesOf: run.namesOf,
        text,
      });
      if (request.do === 'set' || deviceIds.length + leftOut.length > 0) return summary;
      return { ...summary, look: 'pending', badge: text('status.sceneNothing') };
    },
  });
}

/** What a payload says of its scene: the name that users gave it, or how many alarms last. */
function subjectOfScene({ scene, alarms }: SceneRequest) {
  return alarms === undefined ? { scene } : { alarms };
}

const isChanged = ({ before, to }: RememberedCircuit) => before !== to;

/** The circuits to restore: those that the scene has changed, of the node's own where it names some. */
async function rememberedFor(
  { memory, deviceIds, shared, account }: SceneInput,
  scene: Parameters<SceneMemory['circuits']>[0],
  leftOut: Left[],
): Promise<RememberedCircuit[]> {
  const own = deviceIds && new Set(deviceIds.map((id) => id.toLowerCase()));
  const isOwn = ({ deviceId }: RememberedCircuit) => own === undefined || own.has(deviceId.toLowerCase());
  const remembered = memory.circuits(scene);
  const mine = remembered.filter(isOwn);
  const excepted = new Set(leftOut.map(({ deviceId }) => deviceId.toLowerCase()));
  const { service, locks } = account.context;
  const isLocked = ({ deviceId, before }: RememberedCircuit) =>
    before === 'closed' && locks.lockedBy({ service, deviceId }) !== undefined;
  for (const circuit of remembered.filter(isChanged)) {
    const { deviceId } = circuit;
    if (isOwn(circuit)) {
      if (isLocked(circuit)) leftOut.push({ deviceId, reason: 'locked' });
    } else if (!excepted.has(deviceId.toLowerCase())) leftOut.push({ deviceId, reason: 'not-named' });
  }
  // A circuit that was as the scene wants it before was not commanded: there is nothing to restore.
  const unchanged = mine.filter((circuit) => !isChanged(circuit)).map(({ deviceId }) => deviceId);
  if (!isDryRun(shared, account.safety)) await memory.forget(scene, unchanged);
  return mine.filter((circuit) => isChanged(circuit) && !isLocked(circuit));
}
