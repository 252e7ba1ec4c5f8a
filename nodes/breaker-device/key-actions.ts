import type { InputOf } from '../../src/catalog';
import type { Client } from '../../src/client';
import type { RotationResult, RotationStep, UdpKey } from '../../src/control';
import { presentDevices, resolveDevices } from '../../src/runtime';
import { type Context, type DeviceInput, type KeyAction, requiredString, resolveDeviceIds } from './device-input';
import { presentOne } from './present-one';
import { maskedKey } from './udp-keys';

/** How long each step of a rotation may take. */
const stepDeadlineMs = 60_000;

/** Runs an action on UDP keys. Their values are masked unless `outputSecrets` is set. */
export async function doKeyAction(context: Context, action: KeyAction, input: DeviceInput): Promise<void> {
  const { config } = context;
  const { msg, run, account, writeRequest } = input;
  const show = (key: UdpKey) => maskedKey(key, config.outputSecrets);
  const present = (work: () => Promise<unknown>, deadlineMs = 3 * stepDeadlineMs) =>
    presentOne({ ...input, deadlineMs, work, badge: (result) => badgeOf(context, result) });

  switch (action) {
    case 'listKeys':
      return present(async () => (await listKeys(context, input)).map(show));
    case 'getKey': {
      const path = { keyId: requiredString(await input.resolveField('keyId'), 'keyId') };
      const client = await account.client();
      return present(async () => show((await client.call('udpKeys.get', { path }, { signal: run.signal })).data));
    }
    case 'createKey': {
      const keys = await account.keys();
      return present(async () => {
        const { key, appeared, ...result } = await keys.create(writeRequest, config.keyType);
        if (key !== undefined) await input.made.record([madeKey(key.id)]);
        return {
          ...result,
          ...(key === undefined ? {} : { key: show(key) }),
          ...(appeared === undefined ? {} : { appeared: appeared.map(show) }),
        };
      });
    }
    case 'deleteKey': {
      const keyId = requiredString(await input.resolveField('keyId'), 'keyId');
      const keys = await account.keys();
      return present(async () => {
        const { key, ...result } = await keys.remove(writeRequest, keyId, msg.confirm);
        if (result.outcome === 'confirmed') input.made.forget(madeKey(keyId));
        return { keyId, ...result, ...(key === undefined ? {} : { key: maskedKey(key, false) }) };
      });
    }
    case 'assignKey': {
      const keyId = requiredString(await input.resolveField('keyId'), 'keyId');
      const { deviceIds, single } = await resolveDeviceIds(context, input);
      const keys = await account.keys();
      const work = async (deviceId: string) => ({
        ...(await keys.assign({ ...writeRequest, deviceId }, keyId, config.priority)),
      });
      return presentDevices({ ...input, deviceIds, single, deviceDeadlineMs: stepDeadlineMs, work });
    }
    case 'rotateKeys':
      return rotate(context, input, present);
  }
}

/** The entry of a created key: the key is deleted with the node that created it, unless devices use it. */
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
  const { run, account, writeRequest } = input;
  const { keyType, priority, deleteOld, makeRoom } = config;
  const { deviceIds } = await resolveDeviceIds(context, input);
  const keys = await account.keys();
  const steps: RotationStep[] = [];
  const onStep = (step: RotationStep) => {
    steps.push(step);
    recordStep(input.made, step).catch((error) => node.warn(String(error)));
    run.allow(2 * stepDeadlineMs);
    const done = steps.filter((entry) => entry.step === 'assign').length;
    status.show('pending', texts('status.devices', { done, total: deviceIds.length }));
  };
  // A node that is closed during a rotation sends no message, so the log lists the completed steps, by ids only.
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
      return maskedRotation(context, await keys.rotate(writeRequest, rotation));
    }, 4 * stepDeadlineMs);
  } finally {
    run.signal.removeEventListener('abort', onStop);
  }
}

function maskedRotation({ config }: Context, { key, exists, ...result }: RotationResult) {
  const show = (shown: UdpKey) => maskedKey(shown, config.outputSecrets);
  return {
    ...result,
    ...(key === undefined ? {} : { key: show(key) }),
    // The flow does not need the values of other keys.
    ...(exists === undefined ? {} : { exists: exists.map((other) => maskedKey(other, false)) }),
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
  input: Pick<DeviceInput, 'account' | 'run' | 'resolveField'>,
): Promise<UdpKey[]> {
  const { listType, keysAt, keysPlace } = config;
  const type = listType === 'any' ? {} : { keyType: listType };
  const location =
    keysAt === 'all' ? {} : keysAt === 'location' ? { locationId: keysPlace } : { deviceId: await keysDeviceOf(input) };
  const client: Client = await input.account.client();
  const filter = { ...type, ...location };
  const query: InputOf<'udpKeys.list'> = Object.keys(filter).length === 0 ? {} : { filter };
  const keys: UdpKey[] = [];
  for await (const { items } of client.pages('udpKeys.list', query, { signal: input.run.signal })) keys.push(...items);
  return keys;
}

async function keysDeviceOf({
  account,
  run,
  resolveField,
}: Pick<DeviceInput, 'account' | 'run' | 'resolveField'>): Promise<string> {
  const named = requiredString(await resolveField('keysDevice'), 'deviceId');
  const { circuits, signal } = run;
  const [deviceId = named] = await resolveDevices(account, [named], { circuits, signal, fieldOf: () => 'deviceId' });
  return deviceId;
}
