import type { Node, NodeAPI } from 'node-red';
import { isIdentifier } from '../../catalog';
import { ClientError } from '../../client';
import type { TypedValue } from '../../fields';
import { problem } from '../../schema';
import type { Message } from '../node/message';
import { resolveValue } from '../node/resolve-value';
import type { Account } from './account';

/** Which devices a node works on: `single` answers with one result, the others with a list. */
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

/** Reading does no harm: this only keeps one message from becoming a flood of requests. */
export const readableDevices = 2_000;

export interface TargetRules {
  /** Ceiling on devices that were not picked one by one. */
  readonly maxDevices: number;
  readonly hardware?: 'emcb' | 'ev-emcb';
  readonly signal: AbortSignal;
}

/**
 * The named devices, each once, in the order named. Nothing is added by guess: an empty or malformed name is refused,
 * and so is a group beyond its ceiling.
 */
export async function resolveTargets(account: Account, target: DeviceTarget, rules: TargetRules): Promise<string[]> {
  if (target.kind === 'single') return named([target.deviceId], () => 'device');
  if (target.kind === 'list') {
    const ids = named(target.deviceIds, (index) => `device[${index}]`);
    return target.picked ? ids : withinCeiling(ids, rules.maxDevices);
  }
  const devices = await (await account.directory()).devicesBelow(target.locationId, rules.signal);
  const fitting = devices.filter(({ hardwareType }) => rules.hardware === undefined || hardwareType === rules.hardware);
  if (fitting.length === 0)
    throw new ClientError('NOT_FOUND', `no device that fits is at or below ${target.locationId}`, {
      validations: [problem('location', 'empty', 'has no device that fits')],
      retryable: false,
    });
  return withinCeiling(
    fitting.map(({ id }) => id),
    rules.maxDevices,
  );
}

function named(ids: readonly unknown[], fieldOf: (index: number) => string): string[] {
  const problems = ids.flatMap((id, index) =>
    isIdentifier(id) ? [] : [problem(fieldOf(index), 'identifier', 'is not a device id')],
  );
  if (ids.length === 0) problems.push(problem('device', 'required', 'names no device'));
  if (problems.length > 0)
    throw new ClientError('INVALID_ID', 'no valid device is named', { validations: problems, retryable: false });
  // Two spellings of one id are one device: it must not be commanded twice.
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
