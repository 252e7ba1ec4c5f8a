import type { Node, NodeAPI } from 'node-red';
import type { HardwareType } from '../../catalog';
import { ClientError } from '../../client';
import { noDeviceFits } from '../../control';
import { type CircuitDirectory, emptyDirectory, idKey, isKnownHardware } from '../../directory';
import type { TypedValue } from '../../fields';
import { problem } from '../../schema';
import type { Message } from '../node/message';
import { resolveValue } from '../node/resolve-value';
import type { Account } from './account';
import { resolveDevices, resolveExceptions } from './resolve-devices';

/** The target devices of a node: `single` gives one result, the others a list. What is picked is an id, and no name. */
export type DeviceTarget =
  | { readonly kind: 'single'; readonly deviceId: unknown; readonly picked?: boolean }
  | { readonly kind: 'list'; readonly deviceIds: readonly unknown[]; readonly picked: boolean }
  | { readonly kind: 'location'; readonly locationId: string };

/** The target fields that several nodes share. */
export interface TargetConfig {
  readonly target: 'devices' | 'location' | 'value';
  readonly devices: readonly string[];
  readonly location: string;
  readonly device: TypedValue;
}

export async function targetOf(RED: NodeAPI, node: Node, config: TargetConfig, msg: Message): Promise<DeviceTarget> {
  switch (config.target) {
    case 'location':
      return { kind: 'location', locationId: config.location };
    case 'devices': {
      const [first] = config.devices;
      return config.devices.length === 1
        ? { kind: 'single', deviceId: first, picked: true }
        : { kind: 'list', deviceIds: config.devices, picked: true };
    }
    default: {
      const value = await resolveValue(RED, node, config.device, msg);
      return Array.isArray(value)
        ? { kind: 'list', deviceIds: value, picked: false }
        : { kind: 'single', deviceId: value };
    }
  }
}

/** The ceiling for reads, which only limits the requests of one message. */
export const maxReadDevices = 2_000;

export interface TargetRules {
  /** The ceiling on devices that were not picked one by one. */
  readonly maxDevices: number;
  readonly hardware?: HardwareType;
  /** Called with the devices of a location that `hardware` leaves out because the service does not say what they are. */
  readonly onUnknownType?: (deviceIds: readonly string[]) => void;
  /** The circuits as they were when the message arrived: a rename while it waits does not change its devices. */
  readonly circuits: CircuitDirectory;
  readonly signal: AbortSignal;
  /** Devices that are left out of what a location or a value names: ids, serial numbers and given names. */
  readonly except?: readonly unknown[];
  /** Called with each device that `except` has left out. */
  readonly onExcepted?: (deviceId: string) => void;
}

/**
 * The ids of the target devices without duplicates, in the given order. Takes ids, serial numbers and given names; refuses
 * what names no device, and a group beyond its ceiling.
 */
export async function resolveTargets(account: Account, target: DeviceTarget, rules: TargetRules): Promise<string[]> {
  if (target.kind !== 'location') {
    const { picked = false } = target;
    const named = target.kind === 'single' ? [target.deviceId] : target.deviceIds;
    const ids = await resolveDevices(account, named, {
      circuits: picked ? emptyDirectory : rules.circuits,
      signal: rules.signal,
      fieldOf: (index) => (target.kind === 'single' || named.length === 0 ? 'device' : `device[${index}]`),
    });
    // Two ways to name a device are one device, which must not be commanded twice.
    const distinct = [...new Map(ids.map((id) => [idKey(id), id])).values()];
    if (picked) return distinct;
    const left = await withoutExcepted(account, distinct, rules);
    return target.kind === 'single' ? left : withinCeiling(left, rules.maxDevices);
  }
  const devices = await (await account.directory()).devicesBelow(target.locationId, rules.signal);
  const matching = devices.filter(
    ({ hardwareType }) => rules.hardware === undefined || hardwareType === rules.hardware,
  );
  const ofUnknownType =
    rules.hardware === undefined ? [] : devices.filter(({ hardwareType }) => !isKnownHardware(hardwareType));
  if (matching.length === 0)
    throw new ClientError('NOT_FOUND', `no matching device is at or below ${target.locationId}`, {
      validations: [noDeviceFits('location', ofUnknownType.length)],
      retryable: false,
    });
  if (ofUnknownType.length > 0) rules.onUnknownType?.(ofUnknownType.map(({ id }) => id));
  const ids = matching.map(({ id }) => id);
  return withinCeiling(await withoutExcepted(account, ids, rules), rules.maxDevices);
}

async function withoutExcepted(account: Account, ids: string[], rules: TargetRules): Promise<string[]> {
  const { except = [], onExcepted, circuits, signal } = rules;
  if (except.length === 0) return ids;
  const named = await resolveExceptions(account, except, { circuits, signal, among: ids });
  const excepted = new Set(named.map(idKey));
  const left = ids.filter((id) => {
    if (!excepted.has(idKey(id))) return true;
    onExcepted?.(id);
    return false;
  });
  if (left.length === 0)
    throw new ClientError('BLOCKED_BY_INTERLOCK', 'every device that is named is excepted', {
      validations: [problem('except', 'excepted', 'leaves no device')],
      retryable: false,
    });
  return left;
}

function withinCeiling(ids: string[], maxDevices: number): string[] {
  if (ids.length > maxDevices)
    throw new ClientError('BLOCKED_BY_INTERLOCK', `${ids.length} devices are more than the ceiling of ${maxDevices}`, {
      validations: [
        problem('device', 'ceiling', `${ids.length} devices are more than the ceiling of ${maxDevices}`, {
          count: ids.length,
          max: maxDevices,
        }),
      ],
      retryable: false,
    });
  return ids;
}
