import { type RememberedCircuit, sceneKey } from '../../scene';
import { createStateStore, type OnStateTrouble, onceATurn, type StateTrouble, sharedMemory } from '..';
import { createTurns, type Turns } from './turns';

/** A scene of a service: nodes and accounts of one service that name it share it. */
export interface SceneReference {
  readonly service: string;
  readonly name: string;
}

/** What scenes remember of circuits. Nothing in it is ever sent by itself: it waits for a message. */
export interface SceneMemory {
  circuits(scene: SceneReference): readonly RememberedCircuit[];
  circuit(scene: SceneReference, deviceId: string): RememberedCircuit | undefined;
  /** Resolves when it is on the disk, or cannot be written there: call it before the command is sent. */
  remember(scene: SceneReference, circuit: RememberedCircuit): Promise<void>;
  forget(scene: SceneReference, deviceIds: readonly string[]): Promise<void>;
  /** Why a restart would lose what is remembered. */
  trouble(): StateTrouble | undefined;
  /** The order of the messages that name scenes of a service. */
  turns(service: string): Turns;
}

interface StoredScene extends SceneReference {
  circuits: RememberedCircuit[];
}

interface State {
  readonly version: 1;
  scenes: StoredScene[];
}

/** The memory in a user directory. */
export const sceneMemory = sharedMemory('breakerflow-scenes.json', createSceneMemory);

export function createSceneMemory(file: string, onTrouble?: OnStateTrouble): SceneMemory {
  const store = createStateStore<State>({
    file,
    version: 1,
    empty: () => ({ version: 1, scenes: [] }),
    isComplete: ({ scenes }) => Array.isArray(scenes) && scenes.every(isScene),
    onTrouble,
  });
  const turns = new Map<string, Turns>();
  const save = onceATurn(store.save);

  function found({ service, name }: SceneReference): StoredScene | undefined {
    return store.state().scenes.find((one) => one.service === service && sceneKey(one.name) === sceneKey(name));
  }

  return {
    circuits: (scene) => [...(found(scene)?.circuits ?? [])],
    circuit: (scene, deviceId) => found(scene)?.circuits.find(isOf(deviceId)),
    remember(scene, circuit) {
      const { service, name } = scene;
      let stored = found(scene);
      if (stored === undefined) {
        stored = { service, name, circuits: [] };
        store.state().scenes.push(stored);
      }
      const at = stored.circuits.findIndex(isOf(circuit.deviceId));
      if (at < 0) stored.circuits.push(circuit);
      else stored.circuits[at] = circuit;
      return save();
    },
    async forget(scene, deviceIds) {
      const stored = found(scene);
      const forgotten = new Set(deviceIds.map((id) => id.toLowerCase()));
      const kept = stored?.circuits.filter(({ deviceId }) => !forgotten.has(deviceId.toLowerCase())) ?? [];
      if (stored === undefined || kept.length === stored.circuits.length) return;
      stored.circuits = kept;
      const state = store.state();
      state.scenes = state.scenes.filter(({ circuits }) => circuits.length > 0);
      await save();
    },
    trouble: store.trouble,
    turns(service) {
      const known = turns.get(service) ?? createTurns();
      turns.set(service, known);
      return known;
    },
  };
}

function isOf(id: string): (circuit: RememberedCircuit) => boolean {
  const wanted = id.toLowerCase();
  return ({ deviceId }) => deviceId.toLowerCase() === wanted;
}

function isScene(value: unknown): boolean {
  const { service, name, circuits } = fieldsOf(value);
  return (
    typeof service === 'string' && typeof name === 'string' && Array.isArray(circuits) && circuits.every(isCircuit)
  );
}

function isCircuit(value: unknown): boolean {
  const { deviceId, before, to, at, serviceAt, movedAt, sequence, restoring, doubtful } = fieldsOf(value);
  return (
    typeof deviceId === 'string' &&
    [before, to].every((position) => position === 'open' || position === 'closed') &&
    [at, serviceAt, movedAt ?? 0, sequence ?? 0, restoring ?? 0].every((number) => typeof number === 'number') &&
    (doubtful === undefined || doubtful === true)
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
