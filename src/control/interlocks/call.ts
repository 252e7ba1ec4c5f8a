import { type InputOf, rowOf } from '../../catalog';
import { type Client, ClientError } from '../../client';
import type { Clock } from '../../clock';
import { problem } from '../../schema';
import { deviceEffectOf, type Read } from '../call/operation-effects';
import type { CallRequest } from '../call/request';
import { signalPart } from '../write/write-request';
import { checkAge } from './command-age';
import { createProtection } from './protection';
import { callRefusal, reasonParams } from './refusal';
import type { SafetySettings } from './safety';

/** A service account that this account uses, and the names of its configured secrets. spec 5.4 */
export interface OwnSecrets {
  readonly clientId: string;
  readonly held: readonly ('secret1' | 'secret2')[];
}

interface CallInterlockDependencies {
  readonly client: Client;
  readonly clock: Clock;
  readonly safety: SafetySettings;
  readonly ownSecrets: readonly OwnSecrets[];
}

/** Least time between two equal single actions, such as restarts of one device. */
const minRepeatMs = 10_000;

/** The required value of `msg.confirm`; undefined when none is required. */
export function confirmationOf({
  operation,
  input,
  confirmWrites,
}: Pick<CallRequest, 'operation' | 'input' | 'confirmWrites'>): unknown {
  const { confirm } = rowOf(operation);
  if (confirm === undefined) return confirmWrites ? true : undefined;
  const { path = {} } = input as { readonly path?: Readonly<Record<string, unknown>> };
  return confirm === 'true' ? true : path[confirm];
}

/** The interlocks of calls. A check that fails to read refuses too. */
export function createCallInterlocks({ client, clock, safety, ownSecrets }: CallInterlockDependencies) {
  const protection = createProtection(safety);

  function readWith({ signal }: CallRequest): Read {
    return (id, input) => client.call(id, input, signalPart(signal));
  }

  async function loadOf(request: CallRequest, deviceId: string): Promise<string | undefined> {
    return (await readWith(request)('devices.get', { path: { deviceId } })).data.loadDetails?.type;
  }

  /** The service account of a rotation, if this account uses it itself. */
  async function ownAccountOf(request: CallRequest, serviceAccountId: string): Promise<OwnSecrets | undefined> {
    const own = ownSecrets.find(({ clientId }) => clientId === serviceAccountId);
    if (own !== undefined) return own;
    // The specification leaves open which id it is: it can be that of the organization.
    try {
      const path = { organizationId: serviceAccountId };
      const { data } = await readWith(request)('organizations.get', { path });
      return ownSecrets.find(({ clientId }) => clientId === data.serviceAccount?.clientId);
    } catch (error) {
      if (error instanceof ClientError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  return {
    checkConfirmed(request: CallRequest): void {
      const wanted = confirmationOf(request);
      if (wanted === undefined || request.confirm === wanted) return;
      throw callRefusal(request.operation, 'CONFIRMATION_NEEDED', [
        problem('msg.confirm', 'confirm', `must be ${JSON.stringify(wanted)} for ${request.operation}`, {
          values: JSON.stringify(wanted),
        }),
      ]);
    },

    /** Returns until when the call may be sent. */
    checkAge(request: CallRequest): number {
      const { operation, input } = request;
      const { path = {} } = input as { readonly path?: { readonly deviceId?: string } };
      return checkAge({ ...request, deviceId: path.deviceId ?? operation }, clock, safety, operation);
    },

    /** Protected devices and loads, and the ceiling. Without any of them nothing is read. */
    async checkDevices(request: CallRequest): Promise<void> {
      const { operation, input } = request;
      const { body } = input as { readonly body?: unknown };
      const count = Math.max(1, longestList(body));
      if (count > safety.maxDevices)
        throw callRefusal(operation, 'BLOCKED_BY_INTERLOCK', [
          problem('sharedDeviceIds', 'ceiling', `${count} devices are more than the ceiling of ${safety.maxDevices}`, {
            count,
            max: safety.maxDevices,
          }),
        ]);
      const effect = deviceEffectOf(operation);
      if (effect === undefined || protection.isEmpty()) return;
      const deviceIds = await effect.devices(input as InputOf<never>, readWith(request));
      if (deviceIds === undefined)
        throw callRefusal(operation, 'BLOCKED_BY_INTERLOCK', [
          problem('body', 'unknownDevices', 'does not name its devices as known: one of them could be protected'),
        ]);
      const reasons = await Promise.all(
        deviceIds.map(async (deviceId) => ({
          deviceId,
          by: await protection.reason(deviceId, (id) => loadOf(request, id)),
        })),
      );
      const refused = reasons.flatMap(({ deviceId, by }) =>
        by === undefined ? [] : [problem(deviceId, 'protected', by.why, reasonParams(by.reason))],
      );
      if (refused.length > 0) throw callRefusal(operation, 'BLOCKED_BY_INTERLOCK', refused);
    },

    checkPace({ operation, input }: CallRequest): void {
      if (deviceEffectOf(operation)?.once !== true) return;
      const { path } = input as { readonly path: { readonly deviceId: string } };
      if (!client.queue.isFirstWithin(operation, path.deviceId, minRepeatMs))
        throw callRefusal(operation, 'RATE_LIMITED_LOCALLY', [
          problem('', 'pace', `${path.deviceId} got the same less than ${minRepeatMs / 1000} s ago`, {
            limit: minRepeatMs / 1000,
          }),
        ]);
    },

    /**
     * A secret that this account uses is replaced only if the other one is configured; otherwise the account loses
     * access.
     */
    async checkRotation(request: CallRequest): Promise<void> {
      if (request.operation !== 'serviceAccounts.rotateSecret') return;
      const { path } = request.input as InputOf<'serviceAccounts.rotateSecret'>;
      const own = await ownAccountOf(request, path.serviceAccountId);
      if (own === undefined || own.held.some((name) => name !== path.secretName)) return;
      throw callRefusal(request.operation, 'BLOCKED_BY_INTERLOCK', [
        problem(
          'secretName',
          'otherSecret',
          `is the only secret that this account holds: enter the other one in the account before ${path.secretName} is replaced`,
        ),
      ]);
    },
  };
}

/** How many items the longest list in a body has: as many devices it can name, whatever it calls them. */
function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((most, inner) => Math.max(most, longestList(inner)), own);
}
