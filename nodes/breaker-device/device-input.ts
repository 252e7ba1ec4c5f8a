import type { Reservation } from '../../src/client';
import type { DeviceRequest } from '../../src/control';
import type { ConfigOf } from '../../src/fields';
import {
  type Account,
  invalidInput,
  type MessageContext,
  maxReadDevices,
  type NodeContext,
  resolveTargets,
  targetOf,
} from '../../src/runtime';
import type { MadeByNode } from '../../src/runtime/made';
import { problem } from '../../src/schema';
import type { fields } from './breaker-device.fields';

export type Context = NodeContext<typeof fields>;
type Config = ConfigOf<typeof fields>;
export type Action = Config['action'];

/** The fields that may take their value from the message. */
type ValueField = {
  [Name in keyof Config]: Config[Name] extends { readonly source: string } ? Name : never;
}[keyof Config];

/** One input message with what an action needs to read and answer it. */
export interface DeviceInput extends MessageContext {
  readonly account: Account;
  readonly reservation: Reservation;
  /** The things that the node has made at the service. */
  readonly made: MadeByNode;
  /** Resolves a field that may take its value from the message. */
  resolveField(field: ValueField): Promise<unknown>;
  readonly writeRequest: Omit<DeviceRequest, 'deviceId'>;
}

const listActions = ['find', 'handleHistory'] as const;
const keyActions = ['listKeys', 'getKey', 'createKey', 'assignKey', 'rotateKeys', 'deleteKey'] as const;
export type ListAction = (typeof listActions)[number];
export type KeyAction = (typeof keyActions)[number];
export type DeviceAction = Exclude<Action, ListAction | KeyAction | 'watchKeys'>;

export function isListAction(action: Action): action is ListAction {
  return (listActions as readonly string[]).includes(action);
}

export function isKeyAction(action: Action): action is KeyAction {
  return (keyActions as readonly string[]).includes(action);
}

/** Reads have their own device limit; writes use the ceiling of the account. */
const readActions: readonly Action[] = ['details', 'connection', 'deviceData', 'readSettings', 'handleHistory'];

/** Resolves the target of the node or message to device ids. `single`: the target is one device, not a list. */
export async function resolveDeviceIds(
  { RED, node, config }: Context,
  { msg, account, run }: DeviceInput,
): Promise<{ readonly deviceIds: string[]; readonly single: boolean }> {
  const target = await targetOf(RED, node, config, msg);
  const single = target.kind === 'single';
  if (config.action === 'decommission' && !single)
    throw invalidInput('devices are decommissioned one by one', [
      problem('device', 'neverGroup', 'decommission takes exactly one device'),
    ]);
  const limit = readActions.includes(config.action) ? maxReadDevices : account.safety.maxDevices;
  const deviceIds = await resolveTargets(account, target, {
    maxDevices: config.maxDevices ?? limit,
    circuits: run.circuits,
    signal: run.signal,
  });
  return { deviceIds, single };
}

/** Returns the trimmed string. Throws INVALID_INPUT if `value` is not a string or is empty. */
export function requiredString(value: unknown, field: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw invalidInput(`no ${field} is given`, [problem(field, 'required', 'must be a text')]);
}
