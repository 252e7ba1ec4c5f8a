import { defined } from '../object';
import { pricedStretches, type Tariff } from './tariff';

/** A plug session as the service lists it; energy in Wh and currents in A, as assumed. spec 2.11 */
export interface SessionRead {
  readonly id?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly status?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly stoppedAt?: string | undefined;
  readonly energyTransferred?: number | undefined;
  readonly ampsAverage?: number | undefined;
  readonly ampsMax?: number | undefined;
  readonly totalSecondsWithLoad?: number | undefined;
}

interface StatisticRead {
  readonly max?: number | undefined;
  readonly val?: number | undefined;
}

/** One report of the meter during a session. spec 2.5 */
export interface SessionMeterItem {
  readonly ts?: number | undefined;
  readonly currentA?: StatisticRead | undefined;
  readonly currentB?: StatisticRead | undefined;
  readonly energyDelta?:
    | { readonly deliveredWH?: number | undefined; readonly deltaTime?: number | undefined }
    | undefined;
}

/** The energy and the cost of a session. Money in the unit of the tariff's prices. */
export interface SessionSummary {
  readonly sessionId: string | undefined;
  readonly deviceId: string | undefined;
  readonly status: string | undefined;
  readonly startedAt: string;
  readonly stoppedAt?: string;
  readonly connectedSeconds: number;
  readonly chargingSeconds?: number;
  readonly energyKwh: number;
  /** The part whose time is known from the meter's reports; the rest is spread over the time they do not cover. */
  readonly meteredKwh: number;
  readonly peakA?: number;
  readonly averageA?: number;
  readonly cost: number;
  readonly timeZone: string;
  readonly bands: readonly { readonly name: string; readonly energyKwh: number; readonly cost: number }[];
}

interface EnergyStretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly wh: number;
}

/**
 * Sums up a plug session: its energy (the meter's where the session has none), split over the tariff by the meter's
 * reports. Undefined when the session has no start time.
 */
export function summarizeSession(
  session: SessionRead,
  meter: readonly SessionMeterItem[],
  tariff: Tariff,
  nowMs: number,
  baseName: string,
): SessionSummary | undefined {
  const fromMs = Date.parse(session.startedAt ?? '');
  const toMs = session.stoppedAt === undefined ? nowMs : Date.parse(session.stoppedAt);
  if (!Number.isFinite(fromMs) || !Number.isFinite(toMs)) return undefined;
  const metered = meteredStretches(meter, fromMs, toMs);
  const meteredWh = sum(metered.map(({ wh }) => wh));
  const energyWh = session.energyTransferred ?? meteredWh;
  const bands = priced(spread(metered, meteredWh, energyWh, fromMs, toMs), tariff, baseName);
  const peakA = peakOf(meter) ?? session.ampsMax;
  return {
    sessionId: session.id,
    deviceId: session.deviceId,
    status: session.status,
    startedAt: new Date(fromMs).toISOString(),
    ...(session.stoppedAt === undefined ? {} : { stoppedAt: new Date(toMs).toISOString() }),
    connectedSeconds: Math.round((toMs - fromMs) / 1000),
    ...defined({ chargingSeconds: session.totalSecondsWithLoad }),
    energyKwh: rounded(energyWh / 1000),
    meteredKwh: rounded(meteredWh / 1000),
    ...defined({ peakA, averageA: session.ampsAverage }),
    cost: rounded(sum(bands.map(({ cost }) => cost))),
    timeZone: tariff.timeZone,
    bands: bands.map(({ name, energyKwh, cost }) => ({ name, energyKwh: rounded(energyKwh), cost: rounded(cost) })),
  };
}

// A report that began before the car was plugged in contains only energy that was charged after that.
function meteredStretches(meter: readonly SessionMeterItem[], fromMs: number, toMs: number): EnergyStretch[] {
  return meter.flatMap(({ ts, energyDelta }) => {
    const { deliveredWH, deltaTime } = energyDelta ?? {};
    if (ts === undefined || deliveredWH === undefined || deltaTime === undefined) return [];
    const stretch = {
      fromMs: Math.max(fromMs, (ts - deltaTime) * 1000),
      toMs: Math.min(toMs, ts * 1000),
      wh: deliveredWH,
    };
    return stretch.toMs > stretch.fromMs && deliveredWH > 0 ? [stretch] : [];
  });
}

function spread(
  metered: readonly EnergyStretch[],
  meteredWh: number,
  energyWh: number,
  fromMs: number,
  toMs: number,
): readonly EnergyStretch[] {
  const restWh = energyWh - meteredWh;
  if (restWh <= 0) {
    const factor = meteredWh === 0 ? 0 : energyWh / meteredWh;
    return metered.map((stretch) => ({ ...stretch, wh: stretch.wh * factor }));
  }
  const coveredTo = Math.max(fromMs, ...metered.map((stretch) => stretch.toMs));
  const restFrom = coveredTo < toMs ? coveredTo : fromMs;
  return [...metered, { fromMs: restFrom, toMs, wh: restWh }];
}

function priced(stretches: readonly EnergyStretch[], tariff: Tariff, baseName: string) {
  const bands = new Map<string, { name: string; energyKwh: number; cost: number }>();
  for (const { fromMs, toMs, wh } of stretches)
    for (const part of pricedStretches(tariff, fromMs, toMs)) {
      const kwh = ((part.toMs - part.fromMs) / (toMs - fromMs)) * (wh / 1000);
      const { name = baseName, pricePerKwh = tariff.pricePerKwh } = part.band ?? {};
      const band = bands.get(name) ?? { name, energyKwh: 0, cost: 0 };
      bands.set(name, { name, energyKwh: band.energyKwh + kwh, cost: band.cost + kwh * pricePerKwh });
    }
  return [...bands.values()].filter(({ energyKwh }) => energyKwh > 0);
}

function peakOf(meter: readonly SessionMeterItem[]): number | undefined {
  const currents = meter
    .flatMap(({ currentA, currentB }) => [currentA?.max ?? currentA?.val, currentB?.max ?? currentB?.val])
    .filter((value) => value !== undefined);
  return currents.length === 0 ? undefined : Math.max(...currents);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
