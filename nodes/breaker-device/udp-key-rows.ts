import type { UdpKey } from '../../src/control';

const dayMs = 86_400_000;
const masked = '***';

/** A key without its value, unless secrets are asked for. */
export function shownKey(key: UdpKey, outputSecrets: boolean): UdpKey {
  return outputSecrets || key.value === undefined ? key : { ...key, value: masked };
}

/** A key that ends soon. */
export interface ExpiringKey {
  readonly keyId: string;
  readonly keyType?: string;
  readonly deviceIds: readonly string[];
  /** ISO 8601. */
  readonly expiresAt: string;
  /** To one hundredth. */
  readonly daysLeft: number;
}

/** The keys that end within `days` days from `nowMs` (on the service's clock), the first to end first. */
export function expiringKeys(keys: readonly UdpKey[], days: number, nowMs: number): ExpiringKey[] {
  return keys
    .flatMap(({ id, keyType, deviceIds = [], expiresAt }) => {
      const leftMs = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt) - nowMs;
      if (expiresAt === undefined || !(leftMs <= days * dayMs)) return [];
      const daysLeft = Math.max(0, Math.floor((leftMs / dayMs) * 100) / 100);
      return [{ keyId: id, ...(keyType === undefined ? {} : { keyType }), deviceIds, expiresAt, daysLeft }];
    })
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
}

/** Remembers which expiring keys were told: each is told once, as long as it is there. */
export function createToldKeys() {
  let told = new Set<string>();
  return {
    /** Those that were not told before. */
    fresh(expiring: readonly ExpiringKey[]): ExpiringKey[] {
      const before = told;
      told = new Set(expiring.map(({ keyId }) => keyId));
      return expiring.filter(({ keyId }) => !before.has(keyId));
    },
  };
}
