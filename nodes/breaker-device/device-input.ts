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

/** One message at the node, and the ways to read and answer it. */
export interface DeviceInput extends MessageContext {
  readonly account: Account;
  readonly reservation: Reservation;
  /** What the node has made at the service. */
  readonly made: MadeByNode;
  value(field: ValueField): Promise<unknown>;
  readonly write: Omit<DeviceRequest, 'deviceId'>;
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

/** Reads have a limit of devices of their own; writes have the account's. */
const readActions: readonly Action[] = ['details', 'connection', 'deviceData', 'readSettings', 'handleHistory'];

/** The devices that the node or the message names; `single` if it names one device and not a list. */
export async function namedDevices(
  { RED, node, config }: Context,
  { msg, account, run }: DeviceInput,
): Promise<{ readonly deviceIds: string[]; readonly single: boolean }> {
  const target = await targetOf(RED, node, config, msg);
  const single = target.kind === 'single';
  if (config.action === 'decommission' && !single)
    throw invalidInput('devices are decommissioned one by one', [
      problem('device', 'neverGroup', 'must name one device: a list or a location is never decommissioned'),
    ]);
  const limit = readActions.includes(config.action) ? maxReadDevices : account.safety.maxDevices;
  const deviceIds = await resolveTargets(account, target, {
    maxDevices: config.maxDevices ?? limit,
    circuits: run.circuits,
    signal: run.signal,
  });
  return { deviceIds, single };
}

/** Throws INVALID_INPUT if `value` is not a text or is empty. */
export function textOf(value: unknown, field: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw invalidInput(`no ${field} is given`, [problem(field, 'required', 'must be a text')]);
}
