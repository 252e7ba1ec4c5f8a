import { all, always, where } from './conditions';
import type { Condition, FieldTable } from './field';
import { valueSources } from './typed-sources';

/**
 * The account and the devices that a node works on: picked, all at or below a location, or named by a value. `applies`:
 * the configurations that have a target.
 */
export function targetFields(hardware: 'emcb' | 'ev-emcb' | 'any', applies: Condition = always) {
  const when = (kind: 'devices' | 'location' | 'value') => all(applies, where('target', kind));
  return {
    account: { kind: 'config', type: 'breaker-account', required: true },
    target: { kind: 'choice', default: 'devices', options: ['devices', 'location', 'value'], when: applies },
    devices: { kind: 'list', default: [], hardware, required: true, when: when('devices') },
    location: { kind: 'text', default: '', picker: 'location', required: true, when: when('location') },
    device: { kind: 'typed', default: 'deviceId', sources: valueSources, required: true, when: when('value') },
  } as const satisfies FieldTable;
}

/** The ceiling on devices that were not picked one by one; empty: the ceiling of the account. */
export function ceilingField(when: Condition) {
  return { kind: 'number', default: '', min: 1, max: 10_000, integer: true, when } as const;
}
