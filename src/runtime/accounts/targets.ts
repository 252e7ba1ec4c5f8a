import type { Node, NodeAPI } from 'node-red';
import { isIdentifier } from '../../catalog';
import { ClientError } from '../../client';
import type { TypedValue } from '../../fields';
import { problem } from '../../schema';
import type { Message } from '../node/message';
import { resolveValue } from '../node/resolve-value';
import type { Account } from './account';

/** The target devices of a node: `single` gives one result, the others a list. */
export type DeviceTarget =
  | { readonly kind: 'single'; readonly deviceId: unknown }
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
        ? { kind: 'single', deviceId: first }
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
  readonly hardware?: 'emcb' | 'ev-emcb';
  readonly signal: AbortSignal;
  /** Devices that are left out of what a location or a value names. */
  readonly except?: readonly string[];
  /** Called with each device that `except` has left out. */
  readonly onExcepted?: (deviceId: string) => void;
}

/**
 * The ids of the target devices without duplicates, in the given order. Refuses an empty or malformed id, and a group
 * beyond its ceiling.
 */
export async function resolveTargets(account: Account, target: DeviceTarget, rules: TargetRules): Promise<string[]> {
  if (target.kind === 'single')
    return withoutExcepted(
      validDeviceIds([target.deviceId], () => 'device'),
      rules,
    );
  if (target.kind === 'list') {
    const ids = validDeviceIds(target.deviceIds, (index) => `device[${index}]`);
    return target.picked ? ids : withinCeiling(withoutExcepted(ids, rules), rules.maxDevices);
  }
  const devices = await (await account.directory()).devicesBelow(target.locationId, rules.signal);
  const matching = devices.filter(
    ({ hardwareType }) => rules.hardware === undefined || hardwareType === rules.hardware,
  );
  if (matching.length === 0)
    throw new ClientError('NOT_FOUND', `no matching device is at or below ${target.locationId}`, {
      validations: [problem('location', 'empty', 'has no device that fits')],
      retryable: false,
    });
  const ids = matching.map(({ id }) => id);
  return withinCeiling(withoutExcepted(ids, rules), rules.maxDevices);
}

function withoutExcepted(ids: string[], { except = [], onExcepted }: TargetRules): string[] {
  if (except.length === 0) return ids;
  const excepted = new Set(except.map((id) => id.toLowerCase()));
  const left = ids.filter((id) => {
    if (!excepted.has(id.toLowerCase())) return true;
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

function validDeviceIds(ids: readonly unknown[], fieldOf: (index: number) => string): string[] {
  const problems = ids.flatMap((id, index) =>
    isIdentifier(id) ? [] : [problem(fieldOf(index), 'identifier', 'is not a device id')],
  );
  if (ids.length === 0) problems.push(problem('device', 'required', 'names no device'));
  if (problems.length > 0)
    throw new ClientError('INVALID_ID', 'no valid device is named', { validations: problems, retryable: false });
  // Ids are case-insensitive: two spellings are one device, which must not be commanded twice.
  return [...new Map((ids as string[]).map((id) => [id.toLowerCase(), id])).values()];
}

function withinCeiling(ids: string[], maxDevices: number): string[] {
  if (ids.length > maxDevices)
    throw new ClientError('BLOCKED_BY_INTERLOCK', `${ids.length} devices are more than the ceiling of ${maxDevices}`, {
      validations: [],
      retryable: false,
    });
  return ids;
}
