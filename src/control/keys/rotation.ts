import { type Client, ClientError } from '../../client';
import type { Clock } from '../../clock';
import { signalPart, type WriteRequest } from '../write/write-request';
import type { KeyRotation, RotationResult, RotationStep, UdpKey, UdpKeyType } from './request';
import {
  existedBefore,
  newProgress,
  notNewKeyError,
  type RotationProgress,
  replacedKeys,
  rotationResult,
  stepOf,
  UnclearStep,
  unusedKey,
  withKeyCount,
} from './rotation-progress';

/** The placeholder in a dry run for the id of the new key. */
const idOfNewKey = 'id-of-the-new-key';

/**
 * Rotates UDP keys: the new one is made and assigned before the old ones are deleted, an old one only when no device
 * has it any more. Stops at the first step whose outcome is not known. spec 3, 4.3, 4.6
 */
export function createKeyRotation(client: Client, clock: Clock) {
  async function listKeys(keyType: UdpKeyType, signal: AbortSignal | undefined): Promise<UdpKey[]> {
    return (await client.call('udpKeys.list', { filter: { keyType } }, signalPart(signal))).data;
  }

  async function deviceCount(signal: AbortSignal | undefined): Promise<number> {
    let count = 0;
    for await (const { items } of client.pages('devices.list', {}, { token: 'ORG', ...signalPart(signal) }))
      count += items.length;
    return count;
  }

  /** The key to delete so that there is room for another; undefined when there is room, or none may go. spec 8 */
  async function keyToMakeRoom(
    before: readonly UdpKey[],
    { makeRoom }: KeyRotation,
    signal: AbortSignal | undefined,
  ): Promise<UdpKey | undefined> {
    if (!makeRoom || before.length < (await deviceCount(signal))) return undefined;
    return unusedKey(before);
  }

  async function create(
    progress: RotationProgress,
    before: readonly UdpKey[],
    { keyType, onStep }: KeyRotation,
    signal: AbortSignal | undefined,
  ): Promise<UdpKey> {
    const what: RotationStep = { step: 'create' };
    const { data: key } = await stepOf(what, client.call('udpKeys.create', { body: { keyType } }, signalPart(signal)));
    if (existedBefore(key, before)) throw new UnclearStep(what, notNewKeyError(key));
    progress.key = key;
    onStep?.({ ...what, keyId: key.id });
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
      const what: RotationStep = { step: 'assign', keyId: key.id, deviceId };
      const input = { path: { deviceId }, body: { keyId: key.id, priority } };
      try {
        const { data } = await stepOf(what, client.call('udpKeys.assign', input, signalPart(signal)));
        if (data.activeKeyId !== key.id)
          throw new UnclearStep(what, assignmentMismatch(deviceId, key.id, data.activeKeyId));
        progress.assigned.push(deviceId);
        if (data.rotatedKeyId !== undefined) progress.replaced.push(data.rotatedKeyId);
        onStep?.(what);
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
      // It has expired or was deleted.
      if (old === undefined) continue;
      if (!deleteOld || old.deviceIds?.length !== 0) {
        progress.kept.push({ keyId, deviceIds: old.deviceIds ?? [] });
        continue;
      }
      const what: RotationStep = { step: 'delete', keyId };
      try {
        await stepOf(what, client.call('udpKeys.delete', { path: { keyId } }, signalPart(signal)));
        progress.deleted.push(keyId);
        onStep?.(what);
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
    const before = await listKeys(rotation.keyType, signal);
    const room = await keyToMakeRoom(before, rotation, signal);
    if (room !== undefined) {
      const what: RotationStep = { step: 'makeRoom', keyId: room.id };
      await stepOf(what, client.call('udpKeys.delete', { path: { keyId: room.id } }, signalPart(signal)));
      progress.deleted.push(room.id);
      rotation.onStep?.(what);
    }
    const key = await create(progress, before, rotation, signal).catch((error: unknown) => {
      throw withKeyCount(error, before.length - progress.deleted.length, rotation.keyType);
    });
    await assign(progress, key, rotation, signal);
    const [first] = progress.failed;
    if (progress.assigned.length === 0 && first !== undefined) {
      // No device has the new key: it would only count against the limit.
      await stepOf({ step: 'delete', keyId: key.id }, client.call('udpKeys.delete', { path: { keyId: key.id } }));
      delete progress.key;
      throw first.error;
    }
    const after = await listKeys(rotation.keyType, signal);
    progress.replaced = replacedKeys(progress, before, after);
    await deleteReplaced(progress, after, rotation, signal);
  }

  return {
    /** What would be sent: the ids of the new key and of those that it replaces are only known then. */
    async preview({ signal }: WriteRequest, rotation: KeyRotation): Promise<RotationResult> {
      const { keyType, priority, deviceIds } = rotation;
      const room = await keyToMakeRoom(await listKeys(keyType, signal), rotation, signal);
      const requests = [
        ...(room === undefined ? [] : [client.preview('udpKeys.delete', { path: { keyId: room.id } })]),
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
        const exists = await listKeys(rotation.keyType, signal).catch(() => undefined);
        return rotationResult(progress, rotation, clock.now(), exists);
      }
    },
  };
}

function assignmentMismatch(deviceId: string, wanted: string, active: string | undefined): ClientError {
  return new ClientError('UNKNOWN_OUTCOME', `${deviceId} was given ${wanted} and is said to have ${active ?? 'none'}`, {
    operation: 'udpKeys.assign',
    deviceId,
    retryable: false,
  });
}
