import { metricNames } from '../../catalog';

/** The assumed unit of the service's numbers: `milli` values are divided by 1,000. */
export type ValueUnit = 'base' | 'milli';

/** The parts that readings, telemetry and history items have in common. */
interface MeterRecord {
  readonly ts?: number;
  readonly [metric: string]: unknown;
}

/**
 * One number per quantity: volts, amperes, hertz as they come (or divided by 1,000), `energyDeliveredWh`,
 * `energyGeneratedWh`, and `averagePowerW` where the record holds an energy delta. What is missing stays missing.
 */
export function flatMeter(record: MeterRecord, unit: ValueUnit): Record<string, number> {
  const flat: Record<string, number> = {};
  if (typeof record.ts === 'number') flat.ts = record.ts;
  for (const name of metricNames) {
    const value = numberAt(record[name], 'val') ?? numberAt(record[name], 'avg');
    if (value !== undefined) flat[name] = unit === 'milli' && name !== 'frequency' ? value / 1000 : value;
  }
  const energy = { energyDeliveredWh: 'deliveredWH', energyGeneratedWh: 'generatedWH' } as const;
  for (const [name, wire] of Object.entries(energy)) {
    const value = numberAt(record.energy, wire);
    if (value !== undefined) flat[name] = value;
  }
  const deliveredWh = numberAt(record.energyDelta, 'deliveredWH');
  const seconds = numberAt(record.energyDelta, 'deltaTime');
  if (deliveredWh !== undefined && seconds !== undefined && seconds > 0)
    flat.averagePowerW = ((deliveredWh - (numberAt(record.energyDelta, 'generatedWH') ?? 0)) * 3600) / seconds;
  return flat;
}

/** One point per quantity, as a Dashboard 2 chart takes them: x in epoch ms. */
export function chartPoints(
  deviceId: string,
  flats: readonly Readonly<Record<string, number>>[],
): { readonly series: string; readonly device: string; readonly x: number; readonly y: number }[] {
  return flats.flatMap(({ ts, ...values }) =>
    ts === undefined
      ? []
      : Object.entries(values).map(([series, y]) => ({ series, device: deviceId, x: ts * 1000, y })),
  );
}

/** The latest values of a device as one flat record; booleans and texts keep their names by path. spec 2.6 */
export function flatDeviceData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      if (value !== undefined) flat[path] = value;
      return;
    }
    if ('val' in value && (typeof value.val !== 'object' || value.val === null)) {
      flat[path] = value.val;
      return;
    }
    for (const [name, inner] of Object.entries(value)) visit(inner, path === '' ? name : `${path}.${name}`);
  };
  visit(data, '');
  return flat;
}

function numberAt(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = (value as Record<string, unknown>)[name];
  return typeof found === 'number' ? found : undefined;
}
