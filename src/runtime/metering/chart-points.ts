import { numberAt } from './flat-meter';

/** One point as a Dashboard 2 chart takes it: x in epoch ms. */
export interface MeterPoint {
  /** The device and what is measured, such as `Heat pump currentA`. */
  readonly series: string;
  readonly device: string;
  readonly x: number;
  readonly y: number;
}

export interface ChartDevice {
  readonly deviceId: string;
  /** As people call it; the id where nobody has named it. */
  readonly name?: string | undefined;
}

/** What stands beside a curve and is none itself. */
const besides = /(Min|Max|Seconds)$|^interval/;

/** One point per quantity of each flat record that has a time. */
export function chartPoints(device: ChartDevice, flats: readonly Readonly<Record<string, number>>[]): MeterPoint[] {
  return flats.flatMap(({ ts, ...values }) =>
    ts === undefined
      ? []
      : Object.entries(values).flatMap(([name, y]) =>
          besides.test(name) ? [] : [pointOf(device, name, ts * 1000, y)],
        ),
  );
}

export function pointOf(
  { deviceId, name = deviceId }: ChartDevice,
  quantity: string,
  x: number,
  y: number,
): MeterPoint {
  return { series: `${name} ${quantity}`, device: deviceId, x, y };
}

/** One point per measured number of the latest device data that has a time: the telemetry of each sensor. spec 2.6 */
export function deviceDataPoints(device: ChartDevice, data: Readonly<Record<string, unknown>>): MeterPoint[] {
  return Object.entries(data).flatMap(([group, content]) => {
    const telemetry = (content as { telemetry?: Readonly<Record<string, unknown>> } | null)?.telemetry ?? {};
    return Object.entries(telemetry).flatMap(([name, value]) => {
      const y = numberAt(value, 'val');
      const ts = numberAt(value, 'ts') ?? numberAt(telemetry, 'ts');
      return y === undefined || ts === undefined ? [] : [pointOf(device, `${group} ${name}`, ts * 1000, y)];
    });
  });
}
