import type { DeviceCurve } from '../../admin-api';
import type { ItemOf } from '../../catalog';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { type Account, flatMeter, readHistory } from '..';

const dayMs = 86_400_000;
const steps = 96;
const stepMs = dayMs / steps;
/** A device that reports every few seconds has more than a curve needs: the rest is not read. */
const maxItems = 20_000;
const sharedMs = 60_000;
const maxShared = 50;

type Item = ItemOf<'meter.history'>;

/** A report of a quantity over a time; `fromMs` equals `toMs` where it holds for an instant. */
interface Report {
  readonly fromMs: number;
  readonly toMs: number;
  readonly value: number;
}

/** Reads the curve of a device from its meter history, at most once a minute. spec 4.3 */
export function createDeviceCurves(clock: Clock): (account: Account, deviceId: string) => Promise<DeviceCurve> {
  const shared = new WeakMap<Account, Map<string, { readonly atMs: number; readonly curve: Promise<DeviceCurve> }>>();
  return (account, deviceId) => {
    const curves = shared.get(account) ?? new Map();
    shared.set(account, curves);
    const known = curves.get(deviceId);
    if (known !== undefined && clock.monotonicMs() - known.atMs < sharedMs) return known.curve;
    const curve = readCurve(account, deviceId, clock);
    curves.delete(deviceId);
    curves.set(deviceId, { atMs: clock.monotonicMs(), curve });
    const [oldest] = curves.keys();
    if (curves.size > maxShared && oldest !== undefined) curves.delete(oldest);
    // A failure is not kept: the next look asks again.
    curve.catch(() => curves.delete(deviceId));
    return curve;
  };
}

async function readCurve(account: Account, deviceId: string, clock: Clock): Promise<DeviceCurve> {
  const client = await account.client();
  const toMs = clock.now() + (client.clockSkewMs() ?? 0);
  const fromMs = toMs - dayMs;
  const items: Item[] = [];
  let complete = true;
  for await (const page of readHistory(client, deviceId, { fromMs, toMs }, new AbortController().signal)) {
    items.push(...page);
    if (items.length < maxItems) continue;
    complete = false;
    break;
  }
  return { ...curveOf(items, fromMs), complete, ...defined({ ageMs: newestAgeMs(items, toMs) }) };
}

/** Puts reports into the steps of a day; a step that no report touches stays null. */
export function curveOf(
  items: readonly Item[],
  fromMs: number,
): Pick<DeviceCurve, 'unit' | 'fromMs' | 'stepMs' | 'values'> {
  const powers = items.flatMap(powerOf);
  const unit = powers.length > 0 ? 'W' : 'A';
  const sums = Array.from({ length: steps }, () => ({ weighted: 0, weight: 0 }));
  for (const { fromMs: startMs, toMs, value } of powers.length > 0 ? powers : items.flatMap(currentOf)) {
    const first = Math.max(0, Math.floor((startMs - fromMs) / stepMs));
    const last = Math.min(steps - 1, Math.floor((toMs - fromMs) / stepMs));
    for (let step = first; step <= last; step += 1) {
      const sum = sums[step];
      if (sum === undefined) continue;
      const beginMs = fromMs + step * stepMs;
      // An instant counts as a second, so that many of them make a mean.
      const weight = Math.max(1_000, Math.min(toMs, beginMs + stepMs) - Math.max(startMs, beginMs));
      sum.weighted += value * weight;
      sum.weight += weight;
    }
  }
  const digits = unit === 'W' ? 1 : 100;
  const values = sums.map(({ weighted, weight }) =>
    weight === 0 ? null : Math.round((weighted / weight) * digits) / digits,
  );
  return { unit, fromMs, stepMs, values };
}

function powerOf(item: Item): Report[] {
  const { averagePowerW, ts } = flatMeter(item, 'base');
  const seconds = item.energyDelta?.deltaTime;
  if (averagePowerW === undefined || ts === undefined || typeof seconds !== 'number') return [];
  // The energy is that of the time before the report, whose end is no part of the next step.
  return [{ fromMs: (ts - seconds) * 1000, toMs: ts * 1000 - 1, value: averagePowerW }];
}

function currentOf(item: Item): Report[] {
  const { currentA, currentB, ts } = flatMeter(item, 'base');
  const currents = [currentA, currentB].flatMap((value) => (value === undefined ? [] : [Math.abs(value)]));
  if (ts === undefined || currents.length === 0) return [];
  return [{ fromMs: ts * 1000, toMs: ts * 1000, value: Math.max(...currents) }];
}

function newestAgeMs(items: readonly Item[], nowMs: number): number | undefined {
  const times = items.flatMap(({ ts }) => (ts === undefined ? [] : [ts * 1000]));
  return times.length === 0 ? undefined : Math.max(0, nowMs - times.reduce((newest, at) => Math.max(newest, at)));
}
