import type { UdpKey } from '../../src/control';
import { defined } from '../../src/object';

const dayMs = 86_400_000;
const masked = '***';

/** A key with its value masked, unless secrets are shown. */
export function shownKey(key: UdpKey, outputSecrets: boolean): UdpKey {
  return outputSecrets || key.value === undefined ? key : { ...key, value: masked };
}

/** A key that expires soon. */
export interface ExpiringKey {
  readonly keyId: string;
  readonly keyType?: string;
  readonly deviceIds: readonly string[];
  /** ISO 8601. */
  readonly expiresAt: string;
  /** To one hundredth. */
  readonly daysLeft: number;
}

/** The keys that expire within `days` days from `nowMs` (the service's time), the first to expire first. */
export function expiringKeys(keys: readonly UdpKey[], days: number, nowMs: number): ExpiringKey[] {
  return keys
    .flatMap(({ id, keyType, deviceIds = [], expiresAt }) => {
      const leftMs = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt) - nowMs;
      if (expiresAt === undefined || !(leftMs <= days * dayMs)) return [];
      const daysLeft = Math.max(0, Math.floor((leftMs / dayMs) * 100) / 100);
      return [{ keyId: id, ...defined({ keyType }), deviceIds, expiresAt, daysLeft }];
    })
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
}

/** Remembers which expiring keys were reported: each is reported once while it exists. */
export function createReportedKeys() {
  let reported = new Set<string>();
  return {
    /** The keys that were not reported before. */
    takeNew(expiring: readonly ExpiringKey[]): ExpiringKey[] {
      const before = reported;
      reported = new Set(expiring.map(({ keyId }) => keyId));
      return expiring.filter(({ keyId }) => !before.has(keyId));
    },
  };
}
