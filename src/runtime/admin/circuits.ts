import { setMaxListeners } from 'node:events';
import type { CircuitPreview, CircuitQuestion, PreviewedCircuit } from '../../admin-api';
import { ClientError } from '../../client';
import type { Clock } from '../../clock';
import { idKey } from '../../directory';
import { type LeftOutReason, type RememberedCircuit, sceneName } from '../../scene';
import { type Account, type DeviceEntry, invalidInput, resolveExceptions } from '..';
import { lookBeforeRestore, lookBeforeSet, protectedAmong, type SceneMemory, type SceneReads } from '../scenes';
import { siteDevice } from './site-device';

/** The most circuits of which a dialog is told. */
const maxListed = 300;
/** A dialog waits 30 s; what is not read by then is told as not read. */
const readDeadlineMs = 20_000;

/** Reads a question that came as JSON. */
export function readCircuitQuestion(given: unknown): CircuitQuestion {
  const { deviceIds, location, except, maxDevices, scene } = fieldsOf(given);
  const { name, do: deed, to } = fieldsOf(scene);
  const named = sceneName(name);
  if (scene !== undefined && named === undefined) throw invalidInput('no scene is named', []);
  return {
    ...(Array.isArray(deviceIds) ? { deviceIds: deviceIds.map(String) } : {}),
    ...(typeof location === 'string' ? { location } : {}),
    except: Array.isArray(except) ? except.map(String) : [],
    ...(typeof maxDevices === 'number' ? { maxDevices } : {}),
    ...(named === undefined
      ? {}
      : {
          scene: {
            name: named,
            do: deed === 'restore' ? 'restore' : 'set',
            to: to === 'closed' ? 'closed' : 'open',
          },
        }),
  };
}

/** The circuits of a dialog, and for a scene what it would change now. Sends no command and remembers nothing. */
export async function readCircuits(
  account: Account,
  clock: Clock,
  memory: SceneMemory,
  question: CircuitQuestion,
): Promise<CircuitPreview> {
  const client = await account.client();
  const stopping = new AbortController();
  // Several requests for each of several devices listen to it: no leak.
  setMaxListeners(0, stopping.signal);
  const timer = clock.after(readDeadlineMs, () =>
    stopping.abort(new ClientError('TIMEOUT', 'the circuits were not read in time', {})),
  );
  const reads: SceneReads = { client, clock, signal: stopping.signal };
  try {
    const { scene } = question;
    const remembered =
      scene === undefined ? [] : memory.circuits({ service: account.context.service, name: scene.name });
    const devices = await devicesOf(account, question, remembered);
    const except = new Set(
      question.except.length === 0
        ? []
        : (
            await resolveExceptions(account, question.except, {
              circuits: account.circuits.now(),
              signal: stopping.signal,
              among: devices.map(({ id }) => id),
            })
          ).map(idKey),
    );
    const isProtected = await protectedAmong(
      reads,
      account,
      devices.map(({ id }) => id),
    );
    const leftOut = (id: string): LeftOutReason | undefined =>
      except.has(idKey(id)) ? 'excepted' : isProtected.has(id) ? 'protected' : undefined;
    const wanted = devices.filter(({ id }) => leftOut(id) === undefined);
    const ceiling = question.maxDevices ?? account.safety.maxDevices;
    const picked = question.deviceIds !== undefined || question.location === undefined;
    const circuits = await Promise.all(
      devices.slice(0, maxListed).map(async (device): Promise<PreviewedCircuit> => {
        const reason = leftOut(device.id);
        const shown = siteDevice(device, account.circuits.now());
        if (reason !== undefined) return { ...shown, leftOut: reason };
        const known = remembered.find(({ deviceId }) => deviceId.toLowerCase() === device.id.toLowerCase());
        return scene === undefined ? shown : { ...shown, ...(await wouldDo(reads, account, scene, device.id, known)) };
      }),
    );
    // What a scene leaves out is known only of those that are listed.
    const leftByScene = circuits.filter(({ id, leftOut: reason }) => reason !== undefined && leftOut(id) === undefined);
    return {
      circuits,
      count: wanted.length - leftByScene.length,
      ...(picked || wanted.length <= ceiling ? {} : { above: ceiling }),
    };
  } finally {
    timer.cancel();
  }
}

async function devicesOf(
  account: Account,
  { deviceIds, location, scene }: CircuitQuestion,
  remembered: readonly RememberedCircuit[],
): Promise<DeviceEntry[]> {
  const directory = await account.directory();
  if (location !== undefined && deviceIds === undefined) {
    const below = await directory.devicesBelow(location);
    return below.filter(({ hardwareType }) => hardwareType === 'emcb');
  }
  const changed = remembered.filter(({ before, to }) => before !== to).map(({ deviceId }) => deviceId);
  const ids = scene?.do === 'restore' ? changed : (deviceIds ?? []);
  const known = new Map((await directory.devices()).map((device) => [device.id.toLowerCase(), device]));
  return ids.map((id) => known.get(id.toLowerCase()) ?? { id });
}

/** What a scene would do to one circuit, by the same rules as the node. */
async function wouldDo(
  reads: SceneReads,
  account: Account,
  scene: NonNullable<CircuitQuestion['scene']>,
  deviceId: string,
  remembered: RememberedCircuit | undefined,
): Promise<Omit<PreviewedCircuit, 'id'>> {
  try {
    const isRestore = scene.do === 'restore' && remembered !== undefined;
    const look = isRestore
      ? await lookBeforeRestore({ ...reads, deviceId }, account.context, remembered)
      : await lookBeforeSet({ ...reads, deviceId }, scene.to, remembered);
    const to = isRestore ? remembered.before : scene.to;
    const { circuit } = look;
    const read = circuit === undefined ? {} : { position: circuit.position, state: circuit.state };
    switch (look.do) {
      case 'leave':
        return { ...read, leftOut: look.reason };
      case 'command':
        return { ...read, would: to === 'open' ? 'open' : 'close' };
      case 'unchanged':
        return { ...read, would: 'nothing' };
      case 'confirm':
        return { ...read, would: 'confirm' };
      case 'fail':
        return { ...read, would: 'unread' };
    }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return { would: 'unread' };
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
