import type { Fact, Facts } from './measures';

/** `warm`, `weakRadio`: with a value, °C or dBm. `unread`: with the code of its error. */
export type FindingKind = 'unread' | 'offline' | 'lever' | 'warm' | 'weakRadio' | 'silent' | 'restarted';

/** Something of a device that a person should look at. */
export interface Finding {
  readonly deviceId: string;
  readonly kind: FindingKind;
  readonly value?: number;
  readonly code?: string;
}

/** What is known of a device: its latest data, or that these cannot be read. */
export interface Health {
  readonly deviceId: string;
  readonly facts?: Facts;
  readonly code?: string;
}

/** °C and dBm, as in the presets of the same things. */
const [warmC, weakDbm] = [60, -80];
const silentMs = 3_600_000;

/** All that is to be said of a device. `boots`: how often it had started when that was told last. spec 2.6 */
export function findingsOf({ deviceId, facts, code }: Health, nowMs: number, boots?: number): Finding[] {
  const found = (kind: FindingKind, more: Partial<Finding> = {}): Finding => ({ deviceId, kind, ...more });
  if (facts === undefined) return [found('unread', code === undefined ? {} : { code })];
  // What is known of a device that is not connected is not its present state.
  if (facts.get('device.metadata.isConnected')?.value === false) return [found('offline')];
  const celsius = numberOf(facts.get('thermometer.telemetry.temperature'));
  const dbm = numberOf(facts.get('device.telemetry.rssi'));
  const readTs = facts.get('meter.telemetry.currentA')?.ts;
  const started = bootsOf(facts);
  return [
    ...(facts.get('breaker.metadata.mainHandlePosition')?.value === false ? [found('lever')] : []),
    ...(celsius !== undefined && celsius > warmC ? [found('warm', { value: celsius })] : []),
    ...(dbm !== undefined && dbm < weakDbm ? [found('weakRadio', { value: dbm })] : []),
    ...(readTs !== undefined && nowMs - readTs * 1_000 > silentMs ? [found('silent')] : []),
    ...(started !== undefined && boots !== undefined && started > boots ? [found('restarted')] : []),
  ];
}

/** How often a device has started. spec 2.6 */
export const bootsOf = (facts: Facts | undefined): number | undefined =>
  numberOf(facts?.get('device.metadata.numBoots'));

const numberOf = (fact: Fact | undefined) => (typeof fact?.value === 'number' ? fact.value : undefined);
