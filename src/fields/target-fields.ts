import type { FieldTable } from './field';

type Config = Readonly<Record<string, unknown>>;

/** Where a value that a message may carry can come from. */
export const valueSources = ['msg', 'flow', 'global', 'env', 'jsonata', 'str'] as const;

/**
 * The account and the devices that a node works on: picked, all at or below a location, or named by a value. `counts`
 * says for which configurations there is a target at all.
 */
export function targetFields(hardware: 'emcb' | 'ev-emcb' | 'any', counts: (config: Config) => boolean = () => true) {
  const when = (kind: 'devices' | 'location' | 'value') => (config: Config) => counts(config) && config.target === kind;
  return {
    account: { kind: 'config', type: 'breaker-account', required: true },
    target: { kind: 'choice', default: 'devices', options: ['devices', 'location', 'value'], when: counts },
    devices: { kind: 'list', default: [], hardware, required: true, when: when('devices') },
    location: { kind: 'text', default: '', picker: 'location', required: true, when: when('location') },
    device: { kind: 'typed', default: 'deviceId', sources: valueSources, required: true, when: when('value') },
  } as const satisfies FieldTable;
}
