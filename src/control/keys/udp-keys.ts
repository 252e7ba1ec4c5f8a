import type { OperationId } from '../../catalog';
import { type Client, ClientError } from '../../client';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { problem } from '../../schema';
import { checkAge } from '../interlocks/command-age';
import { isDryRun, type SafetySettings } from '../interlocks/safety';
import type { PendingRecord } from '../record';
import { beginRecord, recordEnd, type WriteDescription } from '../record/begin-record';
import { memoryContext, type OperatorContext } from '../write/operator-context';
import { isAnswered } from '../write/outcome';
import { signalPart, type WriteRequest } from '../write/write-request';
import type {
  KeyAssignment,
  KeyResult,
  KeyRotation,
  RotationResult,
  UdpKey,
  UdpKeyPriority,
  UdpKeyType,
} from './request';
import { createKeyRotation } from './rotation';
import { existedBefore, withKeyCount } from './rotation-progress';

/** Creates, assigns, rotates and deletes UDP keys within the account's safety settings. spec 4.3, 4.6 */
export interface KeyOperator {
  create(request: WriteRequest, keyType: UdpKeyType): Promise<KeyResult>;
  assign(
    request: WriteRequest & { readonly deviceId: string },
    keyId: string,
    priority: UdpKeyPriority,
  ): Promise<KeyAssignment>;
  /** Deletes a key. `confirm` must be its id if devices use it. */
  remove(request: WriteRequest, keyId: string, confirm: unknown): Promise<KeyResult>;
  /** Rotates keys, one rotation at a time. */
  rotate(request: WriteRequest, rotation: KeyRotation): Promise<RotationResult>;
}

export function createKeyOperator(
  client: Client,
  clock: Clock,
  safety: SafetySettings,
  context: OperatorContext = memoryContext(clock),
): KeyOperator {
  const isDry = (request: WriteRequest) => isDryRun(request, safety);
  const rotation = createKeyRotation(client, clock);
  let tail: Promise<unknown> = Promise.resolve();

  function check(request: WriteRequest, operation: OperationId, subject = 'the key'): void {
    checkAge({ ...request, deviceId: subject }, clock, safety, operation);
  }

  async function listKeys(keyType: UdpKeyType, signal: AbortSignal | undefined): Promise<UdpKey[]> {
    return await client.list('udpKeys.list', { filter: { keyType } }, signalPart(signal));
  }

  const operatorFor = (pending: PendingRecord): KeyOperator => ({
    async create(request, keyType) {
      const { signal } = request;
      const input = { body: { keyType } };
      const preview = client.preview('udpKeys.create', input);
      check(request, 'udpKeys.create');
      if (isDry(request)) return { outcome: 'dry-run', at: clock.now(), requests: [preview] };
      const before = await listKeys(keyType, signal);
      let key: UdpKey | undefined;
      pending.sent();
      const answered = await isAnswered(
        client.call('udpKeys.create', input, signalPart(signal)).then(({ data }) => {
          key = data;
        }),
      ).catch((error: unknown) => {
        throw withKeyCount(error, before.length, keyType);
      });
      if (answered && key !== undefined && !existedBefore(key, before))
        return { outcome: 'confirmed', at: clock.now(), key };
      const after = await listKeys(keyType, signal).catch(() => undefined);
      const appeared = after?.filter(({ id }) => !before.some((old) => old.id === id));
      return { outcome: 'unknown', at: clock.now(), ...defined({ appeared }) };
    },

    async assign(request, keyId, priority) {
      const { deviceId, signal } = request;
      const input = { path: { deviceId }, body: { keyId, priority } };
      const preview = client.preview('udpKeys.assign', input);
      check(request, 'udpKeys.assign', deviceId);
      const common = { deviceId, keyId, priority };
      if (isDry(request)) return { ...common, outcome: 'dry-run', at: clock.now(), requests: [preview] };
      let activeKeyId: string | undefined = keyId;
      let rotatedKeyId: string | undefined;
      pending.sent();
      const answered = await isAnswered(
        client.call('udpKeys.assign', input, signalPart(signal)).then(({ data }) => {
          ({ activeKeyId, rotatedKeyId } = data);
        }),
      );
      return {
        ...common,
        outcome: answered && activeKeyId === keyId ? 'confirmed' : 'unknown',
        ...defined({ rotatedKeyId }),
        at: clock.now(),
      };
    },

    async remove(request, keyId, confirm) {
      const { signal } = request;
      const path = { keyId };
      const preview = client.preview('udpKeys.delete', { path });
      check(request, 'udpKeys.delete', keyId);
      const { data: key } = await client.call('udpKeys.get', { path }, signalPart(signal));
      const { deviceIds = [] } = key;
      if (deviceIds.length > 0 && confirm !== keyId)
        throw new ClientError('CONFIRMATION_NEEDED', `${keyId} is in use: set msg.confirm to its id to delete it`, {
          operation: 'udpKeys.delete',
          validations: [problem('keyId', 'inUse', `is on ${deviceIds.length} device(s)`, { count: deviceIds.length })],
          retryable: false,
        });
      if (isDry(request)) return { outcome: 'dry-run', at: clock.now(), key, requests: [preview] };
      pending.sent();
      const answered = await isAnswered(client.call('udpKeys.delete', { path }, signalPart(signal)));
      return { outcome: answered ? 'confirmed' : 'unknown', at: clock.now(), key };
    },

    async rotate(request, wanted) {
      check(request, 'udpKeys.create');
      // Two rotations at once would treat each other's new key as an old one.
      const run = tail.then(() => {
        if (isDry(request)) return rotation.preview(request, wanted);
        pending.sent();
        return rotation.run(request, wanted);
      });
      tail = run.catch(() => undefined);
      return run;
    },
  });

  const withRecord = <R extends { readonly outcome: string }>(
    request: WriteRequest,
    description: WriteDescription,
    run: (keys: KeyOperator) => Promise<R>,
  ): Promise<R> => {
    const pending = beginRecord(context, request, description);
    return recordEnd(pending, run(operatorFor(pending)));
  };

  // Only the id of a key is recorded, because its value is a secret.
  return {
    create: async (request, keyType) =>
      withRecord(request, { operation: 'udpKeys.create', change: keyType }, (keys) => keys.create(request, keyType)),
    assign: async (request, keyId, priority) =>
      withRecord(
        request,
        { operation: 'udpKeys.assign', deviceId: request.deviceId, change: `${keyId} ${priority}` },
        (keys) => keys.assign(request, keyId, priority),
      ),
    remove: async (request, keyId, confirm) =>
      withRecord(request, { operation: 'udpKeys.delete', change: keyId }, (keys) =>
        keys.remove(request, keyId, confirm),
      ),
    rotate: async (request, wanted) =>
      withRecord(
        request,
        { operation: 'udpKeys.create', deviceIds: wanted.deviceIds, change: `rotation of ${wanted.keyType} keys` },
        (keys) => keys.rotate(request, wanted),
      ),
  };
}
