import type { InputOf } from '../../src/catalog';
import type { Client } from '../../src/client';
import type { RotationResult, RotationStep, UdpKey } from '../../src/control';
import { presentDevices, resolveDevices } from '../../src/runtime';
import { type Context, type DeviceInput, type KeyAction, namedDevices, textOf } from './device-input';
import { presentOne } from './present-one';
import { shownKey } from './udp-key-rows';

/** How long each step of a rotation may take. */
const stepDeadlineMs = 60_000;

/** Actions on UDP keys; their values are masked unless `outputSecrets` is set. */
export async function doKeyAction(context: Context, action: KeyAction, input: DeviceInput): Promise<void> {
  const { config } = context;
  const { msg, run, account, write } = input;
  const show = (key: UdpKey) => shownKey(key, config.outputSecrets);
  const present = (work: () => Promise<unknown>, deadlineMs = 3 * stepDeadlineMs) =>
    presentOne({ ...input, deadlineMs, work, badge: (result) => badgeOf(context, result) });

  switch (action) {
    case 'listKeys':
      return present(async () => (await listKeys(context, input)).map(show));
    case 'getKey': {
      const path = { keyId: textOf(await input.value('keyId'), 'keyId') };
      const client = await account.client();
      return present(async () => show((await client.call('udpKeys.get', { path }, { signal: run.signal })).data));
    }
    case 'createKey': {
      const keys = await account.keys();
      return present(async () => {
        const { key, appeared, ...result } = await keys.create(write, config.keyType);
        if (key !== undefined) await input.made.record([madeKey(key.id)]);
        return {
          ...result,
          ...(key === undefined ? {} : { key: show(key) }),
          ...(appeared === undefined ? {} : { appeared: appeared.map(show) }),
        };
      });
    }
    case 'deleteKey': {
      const keyId = textOf(await input.value('keyId'), 'keyId');
      const keys = await account.keys();
      return present(async () => {
        const { key, ...result } = await keys.remove(write, keyId, msg.confirm);
        if (result.outcome === 'confirmed') input.made.forget(madeKey(keyId));
        return { keyId, ...result, ...(key === undefined ? {} : { key: shownKey(key, false) }) };
      });
    }
    case 'assignKey': {
      const keyId = textOf(await input.value('keyId'), 'keyId');
      const { deviceIds, single } = await namedDevices(context, input);
      const keys = await account.keys();
      const work = async (deviceId: string) => ({
        ...(await keys.assign({ ...write, deviceId }, keyId, config.priority)),
      });
      return presentDevices({ ...input, deviceIds, single, deviceDeadlineMs: stepDeadlineMs, work });
    }
    case 'rotateKeys':
      return rotate(context, input, present);
  }
}

/** Under this name a key is remembered: it is deleted with the node that created it, unless devices use it. */
function madeKey(keyId: string) {
  return { kind: 'udpKey', name: keyId.toLowerCase(), what: { id: keyId } } as const;
}

async function recordStep(made: DeviceInput['made'], { step, keyId }: RotationStep): Promise<void> {
  if (keyId === undefined) return;
  if (step === 'create') await made.record([madeKey(keyId)]);
  if (step === 'delete' || step === 'makeRoom') made.forget(madeKey(keyId));
}

async function rotate(
  context: Context,
  input: DeviceInput,
  present: (work: () => Promise<unknown>, deadlineMs: number) => Promise<void>,
): Promise<void> {
  const { config, node, status, texts } = context;
  const { run, account, write } = input;
  const { keyType, priority, deleteOld, makeRoom } = config;
  const { deviceIds } = await namedDevices(context, input);
  const keys = await account.keys();
  const steps: RotationStep[] = [];
  const onStep = (step: RotationStep) => {
    steps.push(step);
    recordStep(input.made, step).catch((error) => node.warn(String(error)));
    run.allow(2 * stepDeadlineMs);
    status.show('pending', `${steps.filter((entry) => entry.step === 'assign').length}/${deviceIds.length}`);
  };
  // A node that is closed in between sends no message: the log names what was done, by ids only.
  const onStop = () => {
    if (steps.length > 0)
      node.warn(
        texts('keys.interrupted', {
          steps: steps.map(({ step, keyId, deviceId }) => [step, keyId, deviceId].filter(Boolean).join(' ')).join(', '),
        }),
      );
  };
  run.signal.addEventListener('abort', onStop, { once: true });
  try {
    await present(async () => {
      const rotation = { deviceIds, keyType, priority, deleteOld, makeRoom, onStep };
      return shownRotation(context, await keys.rotate(write, rotation));
    }, 4 * stepDeadlineMs);
  } finally {
    run.signal.removeEventListener('abort', onStop);
  }
}

function shownRotation({ config }: Context, { key, exists, ...result }: RotationResult) {
  const show = (one: UdpKey) => shownKey(one, config.outputSecrets);
  return {
    ...result,
    ...(key === undefined ? {} : { key: show(key) }),
    // The values of other keys are of no use to the flow.
    ...(exists === undefined ? {} : { exists: exists.map((one) => shownKey(one, false)) }),
  };
}

function badgeOf({ texts }: Context, result: unknown) {
  if (Array.isArray(result)) return { look: 'fresh' as const, text: texts('status.items', { count: result.length }) };
  const { outcome } = result as { outcome?: string };
  switch (outcome) {
    case 'unknown':
    case 'incomplete':
      return { look: 'warning' as const, text: texts(`outcome.${outcome}`) };
    case 'dry-run':
      return { look: 'dry-run' as const, text: texts('outcome.dry-run') };
    default:
      return undefined;
  }
}

/** The keys that the dialog selects: all, of a type, of a device or of a location. spec 4.6 */
export async function listKeys(
  { config }: Context,
  input: Pick<DeviceInput, 'account' | 'run' | 'value'>,
): Promise<UdpKey[]> {
  const { listType, keysAt, keysPlace } = config;
  const type = listType === 'any' ? {} : { keyType: listType };
  const place =
    keysAt === 'all' ? {} : keysAt === 'location' ? { locationId: keysPlace } : { deviceId: await keysDeviceOf(input) };
  const client: Client = await input.account.client();
  const filter = { ...type, ...place };
  const query: InputOf<'udpKeys.list'> = Object.keys(filter).length === 0 ? {} : { filter };
  const keys: UdpKey[] = [];
  for await (const { items } of client.pages('udpKeys.list', query, { signal: input.run.signal })) keys.push(...items);
  return keys;
}

async function keysDeviceOf({ account, run, value }: Pick<DeviceInput, 'account' | 'run' | 'value'>): Promise<string> {
  const named = textOf(await value('keysDevice'), 'deviceId');
  const { circuits, signal } = run;
  const [deviceId = named] = await resolveDevices(account, [named], { circuits, signal, fieldOf: () => 'deviceId' });
  return deviceId;
}
