import { type Facts, findingsOf, type Health } from '../../watch';

/** What is known of the devices whose health is told. */
export interface KnownHealth {
  /** All that a read has told. */
  read(deviceId: string, facts: Facts): void;
  /** What a message has told. */
  pushed(deviceId: string, facts: Facts): void;
  failed(deviceId: string, code: string): void;
  /** `well`, or its findings; undefined where nothing was read. */
  stateOf(deviceId: string, nowMs: number): string | undefined;
  /** Of all devices; undefined before each was asked. */
  all(): readonly Health[] | undefined;
  keep(deviceIds: readonly string[]): void;
}

export function createKnownHealth(): KnownHealth {
  const known = new Map<string, Health | undefined>();
  return {
    read(deviceId, facts) {
      known.set(deviceId, { deviceId, facts });
    },
    pushed(deviceId, facts) {
      const before = known.get(deviceId)?.facts;
      if (before !== undefined) known.set(deviceId, { deviceId, facts: new Map([...before, ...facts]) });
    },
    failed(deviceId, code) {
      known.set(deviceId, { deviceId, code });
    },
    stateOf(deviceId, nowMs) {
      const health = known.get(deviceId);
      if (health?.facts === undefined) return undefined;
      return (
        findingsOf(health, nowMs)
          .map(({ kind }) => kind)
          .join(' ') || 'well'
      );
    },
    all() {
      const all = [...known.values()];
      return all.length > 0 && all.every((health) => health !== undefined) ? all : undefined;
    },
    keep(deviceIds) {
      for (const deviceId of known.keys()) if (!deviceIds.includes(deviceId)) known.delete(deviceId);
      for (const deviceId of deviceIds) if (!known.has(deviceId)) known.set(deviceId, undefined);
    },
  };
}
