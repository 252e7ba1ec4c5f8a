import { type Client, ClientError } from '../../client';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { signalPart, type WriteRequest } from '../write/write-request';
import type { KeyRotation, RotationResult, RotationStep, UdpKey } from './request';
import {
  existedBefore,
  newProgress,
  notNewKeyError,
  type RotationProgress,
  replacedKeys,
  rotationResult,
  runStep,
  UnclearStep,
  unusedKey,
  withKeyCount,
} from './rotation-progress';

/** The placeholder for the id of the new key in a dry run. */
const idOfNewKey = 'id-of-the-new-key';

/**
 * Rotates UDP keys: creates and assigns the new key, then deletes the old keys that no device uses any more. Stops at the
 * first step with an unknown outcome. spec 3, 4.3, 4.6
 */
export function createKeyRotation(client: Client, clock: Clock) {
  async function listKeys({ keyType, deviceIds }: KeyRotation, signal: AbortSignal | undefined): Promise<UdpKey[]> {
    return await client.list('udpKeys.list', { filter: { keyType } }, ofDevices(deviceIds, signal));
  }

  async function deviceCount({ deviceIds }: KeyRotation, signal: AbortSignal | undefined): Promise<number> {
    let count = 0;
    for await (const { items } of client.pages('devices.list', {}, { token: 'ORG', ...ofDevices(deviceIds, signal) }))
      count += items.length;
    return count;
  }

  /** A key belongs to one organization, and so must all devices that get it. spec 2.9 */
  async function checkOneOrganization({ deviceIds }: KeyRotation, signal: AbortSignal | undefined): Promise<void> {
    if (client.organizations.length < 2) return;
    const names = new Map<string | undefined, string>();
    for (const deviceId of deviceIds) {
      const owner = await client.organizationOf(deviceId, signalPart(signal));
      names.set(owner?.key, `${deviceId} is of "${owner?.name ?? ''}"`);
    }
    if (names.size < 2) return;
    throw new ClientError(
      'INVALID_INPUT',
      `one key can be given in one organization only: ${[...names.values()].join(', ')}`,
      {
        operation: 'udpKeys.create',
        validations: [{ field: 'deviceIds', rule: 'organization', message: 'are of several organizations' }],
      },
    );
  }

  /** The key to delete at the limit of keys; undefined below the limit or if no key may be deleted. spec 8 */
  async function keyToMakeRoom(
    before: readonly UdpKey[],
    rotation: KeyRotation,
    signal: AbortSignal | undefined,
  ): Promise<UdpKey | undefined> {
    if (!rotation.makeRoom || before.length < (await deviceCount(rotation, signal))) return undefined;
    return unusedKey(before);
  }

  async function create(
    progress: RotationProgress,
    before: readonly UdpKey[],
    { keyType, deviceIds, onStep }: KeyRotation,
    signal: AbortSignal | undefined,
  ): Promise<UdpKey> {
    const step: RotationStep = { step: 'create' };
    const creating = client.call('udpKeys.create', { body: { keyType } }, ofDevices(deviceIds, signal));
    const { data: key } = await runStep(step, creating);
    if (existedBefore(key, before)) throw new UnclearStep(step, notNewKeyError(key));
    progress.key = key;
    onStep?.({ ...step, keyId: key.id });
    return key;
  }

  async function assign(
    progress: RotationProgress,
    key: UdpKey,
    { deviceIds, priority, onStep }: KeyRotation,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (const [index, deviceId] of deviceIds.entries()) {
      signal?.throwIfAborted();
      progress.notTried = deviceIds.slice(index + 1);
      const step: RotationStep = { step: 'assign', keyId: key.id, deviceId };
      const input = { path: { deviceId }, body: { keyId: key.id, priority } };
      try {
        const { data } = await runStep(step, client.call('udpKeys.assign', input, signalPart(signal)));
        if (data.activeKeyId !== key.id)
          throw new UnclearStep(step, assignmentMismatch(deviceId, key.id, data.activeKeyId));
        progress.assigned.push(deviceId);
        if (data.rotatedKeyId !== undefined) progress.replaced.push(data.rotatedKeyId);
        onStep?.(step);
      } catch (error) {
        if (!(error instanceof ClientError) || error.code === 'CLOSED') throw error;
        progress.failed.push({ deviceId, error });
      }
    }
  }

  async function deleteReplaced(
    progress: RotationProgress,
    after: readonly UdpKey[],
    { deleteOld, onStep }: KeyRotation,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (const keyId of progress.replaced) {
      signal?.throwIfAborted();
      const old = after.find(({ id }) => id === keyId);
      // The old key has expired or was deleted.
      if (old === undefined) continue;
      if (!deleteOld || old.deviceIds?.length !== 0) {
        progress.kept.push({ keyId, deviceIds: old.deviceIds ?? [] });
        continue;
      }
      const step: RotationStep = { step: 'delete', keyId };
      try {
        await runStep(step, client.call('udpKeys.delete', { path: { keyId } }, signalPart(signal)));
        progress.deleted.push(keyId);
        onStep?.(step);
      } catch (error) {
        if (!(error instanceof ClientError) || error.code === 'CLOSED') throw error;
        if (error.code === 'NOT_FOUND') progress.deleted.push(keyId);
        else progress.kept.push({ keyId, deviceIds: [], error });
      }
    }
  }

  async function rotate(
    progress: RotationProgress,
    rotation: KeyRotation,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await checkOneOrganization(rotation, signal);
    const before = await listKeys(rotation, signal);
    const keyToDelete = await keyToMakeRoom(before, rotation, signal);
    if (keyToDelete !== undefined) {
      const step: RotationStep = { step: 'makeRoom', keyId: keyToDelete.id };
      await runStep(step, client.call('udpKeys.delete', { path: { keyId: keyToDelete.id } }, signalPart(signal)));
      progress.deleted.push(keyToDelete.id);
      rotation.onStep?.(step);
    }
    const key = await create(progress, before, rotation, signal).catch((error: unknown) => {
      throw withKeyCount(error, before.length - progress.deleted.length, rotation.keyType);
    });
    await assign(progress, key, rotation, signal);
    const [first] = progress.failed;
    if (progress.assigned.length === 0 && first !== undefined) {
      // No device has the new key: it would only count against the limit.
      await runStep({ step: 'delete', keyId: key.id }, client.call('udpKeys.delete', { path: { keyId: key.id } }));
      delete progress.key;
      throw first.error;
    }
    const after = await listKeys(rotation, signal);
    progress.replaced = replacedKeys(progress, before, after);
    await deleteReplaced(progress, after, rotation, signal);
  }

  return {
    /** The requests of a rotation. The ids of the new key and of the replaced keys are known only after it ran. */
    async preview({ signal }: WriteRequest, rotation: KeyRotation): Promise<RotationResult> {
      const { keyType, priority, deviceIds } = rotation;
      await checkOneOrganization(rotation, signal);
      const keyToDelete = await keyToMakeRoom(await listKeys(rotation, signal), rotation, signal);
      const requests = [
        ...(keyToDelete === undefined ? [] : [client.preview('udpKeys.delete', { path: { keyId: keyToDelete.id } })]),
        client.preview('udpKeys.create', { body: { keyType } }),
        ...deviceIds.map((deviceId) =>
          client.preview('udpKeys.assign', { path: { deviceId }, body: { keyId: idOfNewKey, priority } }),
        ),
      ];
      return { ...rotationResult(newProgress(deviceIds), rotation, clock.now()), outcome: 'dry-run', requests };
    },

    async run({ signal }: WriteRequest, rotation: KeyRotation): Promise<RotationResult> {
      const progress = newProgress(rotation.deviceIds);
      try {
        await rotate(progress, rotation, signal);
        return rotationResult(progress, rotation, clock.now());
      } catch (error) {
        if (error instanceof UnclearStep) progress.stoppedAt = { ...error.step, error: error.reason };
        else {
          // A later step failed: the result must still report the completed steps.
          const changed = progress.key !== undefined || progress.deleted.length > 0;
          if (!changed || !(error instanceof ClientError) || error.code === 'CLOSED') throw error;
          progress.error = error;
        }
        const exists = await listKeys(rotation, signal).catch(() => undefined);
        return rotationResult(progress, rotation, clock.now(), exists);
      }
    },
  };
}

/** The organization whose keys these devices get. */
function ofDevices([ofDevice]: readonly string[], signal: AbortSignal | undefined) {
  return { ...signalPart(signal), ...defined({ ofDevice }) };
}

function assignmentMismatch(deviceId: string, wanted: string, active: string | undefined): ClientError {
  return new ClientError('UNKNOWN_OUTCOME', `${deviceId} was given ${wanted} and is said to have ${active ?? 'none'}`, {
    operation: 'udpKeys.assign',
    deviceId,
    retryable: false,
  });
}
