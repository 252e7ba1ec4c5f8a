import type { UdpKey } from '../../src/control';
import { defined } from '../../src/object';

const dayMs = 86_400_000;
const masked = '***';

/** The key, with its value masked unless `outputSecrets` is set. */
export function maskedKey(key: UdpKey, outputSecrets: boolean): UdpKey {
  return outputSecrets || key.value === undefined ? key : { ...key, value: masked };
}

/** A key that expires soon. */
export interface ExpiringKey {
  readonly keyId: string;
  readonly keyType?: string;
  readonly deviceIds: readonly string[];
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Rounded down to two decimals, at least 0. */
  readonly daysLeft: number;
}

/** Keys that have expired or expire within `days` days from `nowMs` (service time), soonest first. */
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

/** Reports each expiring key once for as long as it stays in the list. */
export function createExpiryReporter() {
  let reported = new Set<string>();
  return {
    /** The keys that were not in the previous list. */
    unreported(expiring: readonly ExpiringKey[]): ExpiringKey[] {
      const previous = reported;
      reported = new Set(expiring.map(({ keyId }) => keyId));
      return expiring.filter(({ keyId }) => !previous.has(keyId));
    },
  };
}
