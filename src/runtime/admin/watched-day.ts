import type { DayPoint, WatchedDay } from '../../admin-api';
import type { ItemOf } from '../../catalog';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { historyMetrics } from '../../watch';
import { type Account, flatMeter, readHistory } from '..';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** A device that reports every few seconds has more than a plot needs: the rest is not read. */
const maxItems = 20_000;

type Item = ItemOf<'meter.history'>;

/** Reads the last 24 hours of what is watched of a device from its meter history. spec 4.3 */
export async function readWatchedDay(
  account: Account,
  clock: Clock,
  deviceId: string,
  measure: string,
): Promise<WatchedDay> {
  const client = await account.client();
  const toMs = clock.now() + (client.clockSkewMs() ?? 0);
  const empty = { fromMs: toMs - dayMs, toMs, points: [], intervalMs: 5 * minuteMs, complete: true };
  const metrics = historyMetrics(measure);
  if (metrics.length === 0) return { ...empty, why: 'measure' };
  const scale = measure === 'ratingPercent' ? await percentOfRating(account, deviceId) : 1;
  if (scale === undefined) return { ...empty, why: 'rating' };
  const items: Item[] = [];
  let complete = true;
  for await (const page of readHistory(client, deviceId, empty, new AbortController().signal)) {
    items.push(...page);
    if (items.length < maxItems) continue;
    complete = false;
    break;
  }
  return { ...empty, complete, ...pointsOf(items, metrics, scale) };
}

async function percentOfRating(account: Account, deviceId: string): Promise<number | undefined> {
  const client = await account.client();
  const { data } = await client.call('deviceData.get', { filter: { deviceId } });
  const told = data.breaker?.metadata?.ratedCurrent?.val;
  const rated = told ?? account.circuits.now().circuitOf(deviceId)?.ratedA;
  return typeof rated === 'number' && rated > 0 ? 100 / rated : undefined;
}

/** The reports as means in order of time, none shorter than a minute; `scale`: into the unit of the measure. */
export function pointsOf(
  items: readonly Item[],
  metrics: readonly string[],
  scale: number,
): Pick<WatchedDay, 'points' | 'intervalMs'> {
  const sorted = items
    .flatMap(({ ts, ...item }) => (ts === undefined ? [] : [{ ...item, ts }]))
    .sort((a, b) => a.ts - b.ts);
  const gaps = sorted.slice(1).map(({ ts }, index) => (ts - (sorted[index]?.ts ?? ts)) * 1_000);
  const intervalMs = Math.max(minuteMs, median(gaps) ?? 5 * minuteMs);
  const reports = sorted.flatMap((item, index) => {
    const beforeMs = index === 0 ? undefined : (sorted[index - 1]?.ts ?? 0) * 1_000;
    return reportOf(item, { metrics, scale, intervalMs, beforeMs });
  });
  return { points: byMinute(reports), intervalMs };
}

interface Asked {
  readonly metrics: readonly string[];
  readonly scale: number;
  readonly intervalMs: number;
  /** When the report before it ended. */
  readonly beforeMs: number | undefined;
}

function reportOf(item: Item & { ts: number }, { metrics, scale, intervalMs, beforeMs }: Asked): DayPoint[] {
  const atMs = item.ts * 1_000;
  const seconds = item.energyDelta?.deltaTime;
  const lastedMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : intervalMs;
  const fromMs = Math.max(atMs - lastedMs, beforeMs ?? Number.NEGATIVE_INFINITY);
  const flat = flatMeter(item, 'base');
  const quantities = metrics.flatMap((name) => {
    const { avg, val, min, max } = ((item as Readonly<Record<string, unknown>>)[name] ?? {}) as Statistic;
    const mean = avg ?? val ?? flat[name];
    return mean === undefined ? [] : [{ mean: mean * scale, ...defined({ min, max }) }];
  });
  if (quantities.length === 0) return [];
  const all = (name: 'min' | 'max') =>
    quantities.flatMap((one) => (one[name] === undefined ? [] : [one[name] * scale]));
  const [lows, highs] = [all('min'), all('max')];
  return [
    {
      ...{ fromMs, atMs, value: quantities.map(({ mean }) => mean) },
      ...(highs.length === 0 ? {} : { most: Math.max(...highs) }),
      ...(lows.length === 0 ? {} : { least: Math.min(...lows) }),
    },
  ];
}

interface Statistic {
  readonly avg?: number;
  readonly val?: number;
  readonly min?: number;
  readonly max?: number;
}

/** Reports that end in the same minute as one: reports each second would be more than a plot and a page can take. */
function byMinute(reports: readonly DayPoint[]): DayPoint[] {
  const minutes = new Map<number, DayPoint[]>();
  for (const report of reports) {
    const minute = Math.floor((report.atMs - 1) / minuteMs);
    minutes.set(minute, [...(minutes.get(minute) ?? []), report]);
  }
  return [...minutes.values()].map(joined);
}

function joined(reports: readonly DayPoint[]): DayPoint {
  const [first, ...others] = reports as readonly [DayPoint, ...DayPoint[]];
  if (others.length === 0) return first;
  const highs = reports.flatMap(({ most }) => most ?? []);
  const lows = reports.flatMap(({ least }) => least ?? []);
  return {
    fromMs: first.fromMs,
    atMs: others.at(-1)?.atMs ?? first.atMs,
    value: first.value.map(
      (_, pole) => reports.reduce((sum, { value }) => sum + (value[pole] ?? 0), 0) / reports.length,
    ),
    ...(highs.length === 0 ? {} : { most: Math.max(...highs) }),
    ...(lows.length === 0 ? {} : { least: Math.min(...lows) }),
  };
}

function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
