import { defined } from '../object';
import { type EnergyStretch, sessionEnergy, unreportedWh, whOf } from './session-energy';
import { type EnergyUnit, type SessionWh, sessionWh } from './session-unit';
import { pricedStretches, type Tariff } from './tariff';

/** A plug session as the service lists it; currents in A, as assumed. spec 2.11 */
export interface SessionRead {
  readonly id?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly status?: string | undefined;
  readonly startedAt?: string | undefined;
  /** Absent or null while the session is active. */
  readonly stoppedAt?: string | null | undefined;
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

/** The energy and the cost of a session, absent where neither it nor its meter tells. Money in the unit of the tariff's prices. */
export interface SessionSummary {
  readonly sessionId: string | undefined;
  readonly deviceId: string | undefined;
  readonly status: string | undefined;
  readonly startedAt: string;
  readonly stoppedAt?: string;
  readonly connectedSeconds: number;
  readonly chargingSeconds?: number;
  readonly energyKwh?: number;
  /** The unit that the session's energy was taken to be in, and why; absent when it has none. */
  readonly energyUnit?: EnergyUnit;
  readonly energyUnitFrom?: SessionWh['source'];
  /** Session and reports tell energies that no unit brings together. */
  readonly energyDiffers?: true;
  /** What the meter's reports tell. */
  readonly meteredKwh: number;
  readonly peakA?: number;
  readonly averageA?: number;
  readonly cost?: number;
  readonly timeZone: string;
  readonly bands: readonly { readonly name: string; readonly energyKwh: number; readonly cost: number }[];
}

export interface SessionPricing {
  readonly tariff: Tariff;
  /** Of the energy that the session counts. */
  readonly unit: EnergyUnit | 'auto';
  /** The name of the time outside all bands. */
  readonly baseName: string;
  /** The end of a session that is still active. */
  readonly nowMs: number;
}

/** The fields of a session that hold no time although they must. */
export function sessionTimeProblems({ startedAt, stoppedAt }: SessionRead): ('startedAt' | 'stoppedAt')[] {
  return [
    ...(Number.isFinite(Date.parse(startedAt ?? '')) ? [] : (['startedAt'] as const)),
    ...(Number.isFinite(Date.parse(stoppedAt ?? '1970')) ? [] : (['stoppedAt'] as const)),
  ];
}

/**
 * Sums up a plug session: its energy (the meter's where the session has none), split over the tariff by the meter's
 * reports. Undefined when `sessionTimeProblems` has any.
 */
export function summarizeSession(
  session: SessionRead,
  meter: readonly SessionMeterItem[],
  { tariff, unit, baseName, nowMs }: SessionPricing,
): SessionSummary | undefined {
  if (sessionTimeProblems(session).length > 0) return undefined;
  const stoppedAt = session.stoppedAt ?? undefined;
  const fromMs = Date.parse(session.startedAt ?? '');
  const toMs = stoppedAt === undefined ? nowMs : Date.parse(stoppedAt);
  const reports = reportsOf(meter, fromMs, toMs);
  const meteredWh = whOf(reports);
  const reported = { reports: reports.length, wh: meteredWh, unreportedWh: unreportedWh(reports, fromMs, toMs) };
  const { energyTransferred } = session;
  const counted = energyTransferred === undefined ? undefined : sessionWh(energyTransferred, reported, unit);
  const energyWh = counted?.wh ?? (reports.length === 0 ? undefined : meteredWh);
  const bands = energyWh === undefined ? [] : priced(sessionEnergy(reports, energyWh, fromMs, toMs), tariff, baseName);
  const peakA = peakOf(meter) ?? session.ampsMax;
  return {
    sessionId: session.id,
    deviceId: session.deviceId,
    status: session.status,
    startedAt: new Date(fromMs).toISOString(),
    ...(stoppedAt === undefined ? {} : { stoppedAt: new Date(toMs).toISOString() }),
    connectedSeconds: Math.round((toMs - fromMs) / 1000),
    ...defined({ chargingSeconds: session.totalSecondsWithLoad }),
    ...(energyWh === undefined ? {} : { energyKwh: rounded(energyWh / 1000) }),
    ...(counted === undefined ? {} : { energyUnit: counted.unit, energyUnitFrom: counted.source }),
    ...(counted?.differs ? { energyDiffers: true } : {}),
    meteredKwh: rounded(meteredWh / 1000),
    ...defined({ peakA, averageA: session.ampsAverage }),
    ...(energyWh === undefined ? {} : { cost: rounded(sum(bands.map(({ cost }) => cost))) }),
    timeZone: tariff.timeZone,
    bands: bands.map(({ name, energyKwh, cost }) => ({ name, energyKwh: rounded(energyKwh), cost: rounded(cost) })),
  };
}

// A report that began before the car was plugged in contains only energy that was charged after that.
function reportsOf(meter: readonly SessionMeterItem[], fromMs: number, toMs: number): EnergyStretch[] {
  return meter
    .flatMap(({ ts, energyDelta }) => {
      const { deliveredWH, deltaTime } = energyDelta ?? {};
      if (ts === undefined || deliveredWH === undefined || deltaTime === undefined) return [];
      const stretch = {
        fromMs: Math.max(fromMs, (ts - deltaTime) * 1000),
        toMs: Math.min(toMs, ts * 1000),
        wh: Math.max(0, deliveredWH),
      };
      return stretch.toMs > stretch.fromMs ? [stretch] : [];
    })
    .sort((one, other) => one.fromMs - other.fromMs);
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
