import { metricNames } from '../../catalog';

/** The assumed unit of the service's numbers: `milli` values are divided by 1,000. */
export type ValueUnit = 'base' | 'milli';

/** The parts that readings, telemetry and history items have in common. */
interface MeterRecord {
  readonly ts?: number;
  readonly [metric: string]: unknown;
}

/**
 * One number per quantity: volts, amperes, hertz as they come (or divided by 1,000). Of an interval the plain name is the
 * average, `...Min` and `...Max` stand beside it, and the energy of the interval is `intervalDeliveredWh`,
 * `intervalGeneratedWh`, `intervalSeconds` and `averagePowerW`; `energyDeliveredWh` and `energyGeneratedWh` are the
 * registers. `currentTotalA` is the sum of two legs. What is missing stays missing. spec 2.5
 */
export function flatMeter(record: MeterRecord, unit: ValueUnit): Record<string, number> {
  const flat: Record<string, number> = {};
  if (typeof record.ts === 'number') flat.ts = record.ts;
  for (const name of metricNames) {
    const scale = unit === 'milli' && name !== 'frequency' ? 1_000 : 1;
    const average = numberAt(record[name], 'avg');
    const values = {
      [name]: average ?? numberAt(record[name], 'val'),
      [`${name}Min`]: numberAt(record[name], 'min'),
      [`${name}Max`]: numberAt(record[name], 'max'),
    };
    for (const [key, value] of Object.entries(values)) if (value !== undefined) flat[key] = value / scale;
  }
  const { currentA, currentB } = flat;
  if (currentA !== undefined && currentB !== undefined) flat.currentTotalA = currentA + currentB;
  const energies = {
    energyDeliveredWh: numberAt(record.energy, 'deliveredWH'),
    energyGeneratedWh: numberAt(record.energy, 'generatedWH'),
    intervalDeliveredWh: numberAt(record.energyDelta, 'deliveredWH'),
    intervalGeneratedWh: numberAt(record.energyDelta, 'generatedWH'),
    intervalSeconds: numberAt(record.energyDelta, 'deltaTime'),
  };
  for (const [name, value] of Object.entries(energies)) if (value !== undefined) flat[name] = value;
  const { intervalDeliveredWh, intervalGeneratedWh = 0, intervalSeconds = 0 } = flat;
  if (intervalDeliveredWh !== undefined && intervalSeconds > 0)
    flat.averagePowerW = ((intervalDeliveredWh - intervalGeneratedWh) * 3600) / intervalSeconds;
  return flat;
}

/** The sum of volts times amperes of each leg of a flat reading; undefined where one of them is not known. */
export function apparentPowerVA({
  currentA,
  currentB,
  voltageAN,
  voltageBN,
}: Readonly<Record<string, number>>): number | undefined {
  if (currentA === undefined || voltageAN === undefined) return undefined;
  if (currentB === undefined) return Math.abs(currentA * voltageAN);
  return voltageBN === undefined ? undefined : Math.abs(currentA * voltageAN) + Math.abs(currentB * voltageBN);
}

export function numberAt(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = (value as Record<string, unknown>)[name];
  return typeof found === 'number' ? found : undefined;
}
