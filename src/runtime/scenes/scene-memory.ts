import {
  lastingAlarms,
  type RememberedAlarm,
  type RememberedCharger,
  type RememberedCircuit,
  sceneKey,
} from '../../scene';
import { createStateStore, type OnStateTrouble, onceATurn, type StateTrouble, sharedMemory } from '..';
import { createTurns, type Turns } from './turns';

/** A scene of a service: nodes and accounts of one service that name it share it. */
export interface SceneReference {
  readonly service: string;
  readonly name: string;
}

interface RememberedDevice {
  readonly deviceId: string;
}

/** What scenes remember of circuits, or of chargers. Nothing in it is ever sent by itself: it waits for a message. */
export interface SceneMemory<Circuit extends RememberedDevice = RememberedCircuit> {
  circuits(scene: SceneReference): readonly Circuit[];
  circuit(scene: SceneReference, deviceId: string): Circuit | undefined;
  /** Resolves when it is on the disk, or cannot be written there: call it before the command is sent. */
  remember(scene: SceneReference, circuit: Circuit): Promise<void>;
  forget(scene: SceneReference, deviceIds: readonly string[]): Promise<void>;
  /** Other scenes of the service that remember the device, and whose alarms last. */
  lastingFor(scene: SceneReference, deviceId: string): readonly SceneReference[];
  /** What one scene remembers of a device is another one's from now on. Resolves when it is on the disk, or cannot be written there. */
  handOver(from: SceneReference, to: SceneReference, circuit: Circuit): Promise<void>;
  /** Of the watches that are wired to the node whose scene it is. */
  alarms(scene: SceneReference): readonly RememberedAlarm[];
  /** Counts at once; resolves when it is on the disk, or cannot be written there. */
  keepAlarms(scene: SceneReference, alarms: readonly RememberedAlarm[]): Promise<void>;
  /** Why a restart would lose what is remembered. */
  trouble(): StateTrouble | undefined;
  /** The order of the messages that name scenes of a service. */
  turns(service: string): Turns;
}

interface StoredScene<Circuit> extends SceneReference {
  circuits: Circuit[];
  /** Absent in what older versions have stored. */
  alarms?: readonly RememberedAlarm[];
}

interface State<Circuit> {
  readonly version: 1;
  scenes: StoredScene<Circuit>[];
}

/** The memory of circuits in a user directory. */
export const sceneMemory = sharedMemory('breakerflow-scenes.json', createSceneMemory);
/** The memory of chargers in a user directory. */
export const chargerMemory = sharedMemory('breakerflow-charger-scenes.json', createChargerMemory);

export function createSceneMemory(file: string, onTrouble?: OnStateTrouble): SceneMemory {
  return createMemory(file, isCircuit, onTrouble);
}

export function createChargerMemory(file: string, onTrouble?: OnStateTrouble): SceneMemory<RememberedCharger> {
  return createMemory(file, isCharger, onTrouble);
}

function createMemory<Circuit extends RememberedDevice>(
  file: string,
  isStored: (value: unknown) => boolean,
  onTrouble: OnStateTrouble | undefined,
): SceneMemory<Circuit> {
  const store = createStateStore<State<Circuit>>({
    file,
    version: 1,
    empty: () => ({ version: 1, scenes: [] }),
    isComplete: ({ scenes }) => Array.isArray(scenes) && scenes.every((scene) => isScene(scene, isStored)),
    onTrouble,
  });
  const turns = new Map<string, Turns>();
  const save = onceATurn(store.save);

  function found({ service, name }: SceneReference): StoredScene<Circuit> | undefined {
    return store.state().scenes.find((one) => one.service === service && sceneKey(one.name) === sceneKey(name));
  }

  function foundOrNew(scene: SceneReference): StoredScene<Circuit> {
    const known = found(scene);
    if (known !== undefined) return known;
    const { service, name } = scene;
    const added: StoredScene<Circuit> = { service, name, circuits: [] };
    store.state().scenes.push(added);
    return added;
  }

  function dropEmpty(): void {
    const state = store.state();
    state.scenes = state.scenes.filter(({ circuits, alarms = [] }) => circuits.length + alarms.length > 0);
  }

  function remember(scene: SceneReference, circuit: Circuit): Promise<void> {
    const stored = foundOrNew(scene);
    const at = stored.circuits.findIndex(isOf(circuit.deviceId));
    if (at < 0) stored.circuits.push(circuit);
    else stored.circuits[at] = circuit;
    return save();
  }

  async function forget(scene: SceneReference, deviceIds: readonly string[]): Promise<void> {
    const stored = found(scene);
    const forgotten = new Set(deviceIds.map((id) => id.toLowerCase()));
    const kept = stored?.circuits.filter(({ deviceId }) => !forgotten.has(deviceId.toLowerCase())) ?? [];
    if (stored === undefined || kept.length === stored.circuits.length) return;
    stored.circuits = kept;
    dropEmpty();
    await save();
  }

  return {
    circuits: (scene) => [...(found(scene)?.circuits ?? [])],
    circuit: (scene, deviceId) => found(scene)?.circuits.find(isOf(deviceId)),
    remember,
    forget,
    lastingFor: (scene, deviceId) =>
      store.state().scenes.flatMap(({ service, name, circuits, alarms = [] }) => {
        const isOther = service === scene.service && sceneKey(name) !== sceneKey(scene.name);
        return isOther && lastingAlarms(alarms) > 0 && circuits.some(isOf(deviceId)) ? [{ service, name }] : [];
      }),
    async handOver(from, to, circuit) {
      await Promise.all([remember(to, circuit), forget(from, [circuit.deviceId])]);
    },
    alarms: (scene) => found(scene)?.alarms ?? [],
    async keepAlarms(scene, alarms) {
      foundOrNew(scene).alarms = alarms;
      dropEmpty();
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

function isOf(id: string): (circuit: RememberedDevice) => boolean {
  const wanted = id.toLowerCase();
  return ({ deviceId }) => deviceId.toLowerCase() === wanted;
}

function isScene(value: unknown, isStored: (circuit: unknown) => boolean): boolean {
  const { service, name, circuits, alarms = [] } = fieldsOf(value);
  return (
    typeof service === 'string' &&
    typeof name === 'string' &&
    Array.isArray(circuits) &&
    circuits.every(isStored) &&
    Array.isArray(alarms) &&
    alarms.every(isAlarm)
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

function isCharger(value: unknown): boolean {
  const { deviceId, before, to, doubtful } = fieldsOf(value);
  return typeof deviceId === 'string' && [before, to].every(isSetting) && (doubtful === undefined || doubtful === true);
}

function isSetting(value: unknown): boolean {
  const { mode, enabled, maxCurrent } = fieldsOf(value);
  return typeof mode === 'string' && typeof enabled === 'boolean' && typeof (maxCurrent ?? 0) === 'number';
}

function isAlarm(value: unknown): boolean {
  const { subject, lasts, at } = fieldsOf(value);
  return typeof subject === 'string' && typeof lasts === 'boolean' && typeof (at ?? 0) === 'number';
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
