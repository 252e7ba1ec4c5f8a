import type { Client, ClientError } from '../../client';
import type { Clock } from '../../clock';
import {
  type Balance,
  countersOf,
  type Facts,
  type Health,
  isOfAll,
  isOfDay,
  type MeasureName,
  measures,
  type Observation,
  observationOf,
  type Silence,
  subjectOf,
} from '../../watch';
import type { Account } from '..';
import { createKnownHealth } from './health';
import { createLegLoads } from './leg-loads';
import type { DeviceFacts } from './message-facts';
import { pollPlan } from './poll-plan';
import { createPolls, type Poll } from './polls';
import { createPushes } from './pushes';
import { readDayCounters, readFacts } from './read-facts';
import { createRecent, isCounted, isToldBy, ratedPath } from './recent';
import { createServiceTime } from './service-time';
import type { WatchedDevice } from './watch-run';

export interface SourcesOptions {
  readonly account: Account;
  readonly clock: Clock;
  readonly devices: readonly WatchedDevice[];
  readonly everyMs: number;
  /** Whose midnight begins a day. */
  readonly timeZone: string;
  readonly onObservation: (observation: Observation) => void;
  readonly onSilence: (silence: Silence) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** What polls and messages tell of the devices of a watch. */
export interface Sources {
  /** The service's clock, epoch ms. */
  now(): number;
  subjects(): readonly string[];
  take(pushed: DeviceFacts & { readonly deviceId: string }): void;
  devices(devices: readonly WatchedDevice[]): void;
  /** The newest currents that are known of a device, oldest first. */
  currents(deviceId: string): readonly Observation[];
  /** What the legs carry; undefined where it is not watched or not known. */
  balance(): Balance | undefined;
  /** Of all devices whose health is told; undefined before each was asked. */
  health(): readonly Health[] | undefined;
  close(): void;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Telemetry is reported every five minutes unless it was set otherwise, and one report may be lost. spec 2.3 */
const reportMs = 300_000;
const gapOf = (apartMs: number) => Math.round(2.5 * apartMs) + minuteMs / 2;

/** What messages tell of one device, which is one of many where these are watched as one. */
const sourceOf = (deviceId: string, name: MeasureName) => `${deviceId} ${name}`;

export function createSources(options: SourcesOptions): Sources {
  const { account, clock, timeZone, onObservation, onSilence } = options;
  const time = createServiceTime(clock);
  const pushes = createPushes(clock);
  const recent = createRecent(account, timeZone);
  const legLoads = createLegLoads(account);
  const health = createKnownHealth();
  let devices = new Map<string, readonly MeasureName[]>();
  let subjects: string[] = [];
  let client: Client | undefined;
  let everyMs = options.everyMs;

  const polls = createPolls({
    ...{ account, clock, onTrouble: options.onTrouble },
    isPushed: ({ deviceId, kind }) =>
      measuresOf(deviceId, kind).length > 0 &&
      measuresOf(deviceId, kind).every(
        (name) => pushes.has(sourceOf(deviceId, name)) && pushes.isLive(keyOf(deviceId, name)),
      ),
    isKnown: ({ deviceId, kind }) => kind === 'day' && recent.isDayKnown(deviceId, time.now()),
    async read(client, { deviceId, kind }, how) {
      if (kind === 'day') {
        const counters = await readDayCounters(client, deviceId, { nowMs: time.now(), timeZone, signal: how.signal });
        if (!how.signal.aborted) recent.history(deviceId, counters);
        return;
      }
      if (kind === 'secrets' || kind === 'keys') return;
      const { facts, receivedAtMs } = await readFacts(client, kind, deviceId, how);
      if (how.signal.aborted) return;
      learn();
      observe(deviceId, measuresOf(deviceId, kind), facts, { readAtMs: time.at(receivedAtMs), isPoll: true });
      observeLock(deviceId);
    },
    onFailure({ deviceId, kind }, { code }: ClientError) {
      learn();
      for (const name of measuresOf(deviceId, kind)) {
        if (name === 'health') health.failed(deviceId, code);
        if (isOfAll(name)) {
          legLoads.failed(deviceId, code);
          tellOfAll(name);
        } else onSilence({ subject: subjectOf(deviceId, name), code });
      }
    },
  });
  account.client().then(
    (opened) => {
      client = opened;
    },
    () => {},
  );
  watch(options.devices);

  const learn = () => time.learn(client?.clockSkewMs());
  const keyOf = (deviceId: string, name: MeasureName) =>
    // A state is published when it changes: any message of its device shows that its source lives.
    measures[name].kind === 'state' ? deviceId : sourceOf(deviceId, name);

  function measuresOf(deviceId: string, kind: Poll['kind']): MeasureName[] {
    return (devices.get(deviceId) ?? []).filter(
      (name) => measures[name].read === kind || (kind === 'day' && isOfDay(name)),
    );
  }

  function watch(watched: readonly WatchedDevice[]): void {
    devices = new Map(watched.map(({ deviceId, measures: names }) => [deviceId, names]));
    const all = <T>(made: (deviceId: string, name: MeasureName) => T) =>
      watched.flatMap(({ deviceId, measures: names }) => names.map((name) => made(deviceId, name)));
    subjects = [...new Set(all(subjectOf))];
    const watchedFor = (fits: (name: MeasureName) => boolean) =>
      watched.filter(({ measures: names }) => names.some(fits)).map(({ deviceId }) => deviceId);
    recent.keep(new Set(devices.keys()));
    pushes.keep(new Set([...devices.keys(), ...all(sourceOf)]));
    health.keep(watchedFor((name) => name === 'health'));
    legLoads.keep(watchedFor(isOfAll));
    const plan = pollPlan(watched, options.everyMs);
    everyMs = plan.everyMs;
    polls.set(plan.polls);
  }

  interface Read {
    readonly readAtMs: number;
    readonly isPoll: boolean;
    readonly holds?: boolean;
  }

  function observe(deviceId: string, names: readonly MeasureName[], facts: Facts, read: Read): void {
    const all = recent.completed(deviceId, facts, read.readAtMs);
    const current = observationOf('amperes', all, { ...readAt(deviceId, 'amperes', read), oldMs: dayMs });
    if (current !== undefined && 'value' in current) recent.note(deviceId, current);
    for (const name of names) {
      if (name === 'health') tellHealth(deviceId, facts, read);
      else if (!isOfAll(name)) tell(deviceId, name, all, read);
      else if (current !== undefined || read.isPoll) {
        if (current !== undefined && 'value' in current)
          legLoads.read(deviceId, [current.value].flat().map(Number), current.atMs);
        else legLoads.failed(deviceId, current?.code);
        tellOfAll(name);
      }
    }
  }

  function tellHealth(deviceId: string, facts: Facts, read: Read): void {
    if (read.isPoll) health.read(deviceId, facts);
    else health.pushed(deviceId, facts);
    const value = health.stateOf(deviceId, time.now());
    const { subject, gapMs } = readAt(deviceId, 'health', read);
    if (value !== undefined) onObservation({ subject, value, atMs: read.readAtMs, gapMs });
  }

  /** Of all circuits nothing is known as long as one of them is not. */
  function tellOfAll(name: MeasureName): void {
    const told = legLoads.told(name, { atMs: time.now(), gapMs: gapOf(everyMs) });
    if (told !== undefined) report(told);
  }

  function report(told: Observation | Silence): void {
    if ('value' in told) onObservation(told);
    else onSilence(told);
  }

  function tell(deviceId: string, name: MeasureName, facts: Facts, read: Read): void {
    const { subject, oldMs, ...more } = readAt(deviceId, name, read);
    // What is pushed is no share of a rating that was not read yet.
    const isRated = name !== 'ratingPercent' || facts.has(ratedPath);
    const observed = isRated ? observationOf(name, facts, { subject, oldMs, ...more }) : undefined;
    if (observed !== undefined) {
      report(observed);
      return;
    }
    if (!read.isPoll) return;
    const counters = isCounted(name) ? countersOf(facts) : undefined;
    // A power needs two reads of the counters.
    if (counters === undefined) onSilence({ subject });
    else if (read.readAtMs - counters.ts * 1_000 > oldMs) onSilence({ subject, code: 'OLD_READING' });
    else if (isOfDay(name))
      onSilence({ subject, code: recent.day(deviceId)?.wasReset ? 'COUNTER_RESET' : 'NO_MIDNIGHT' });
  }

  function readAt(deviceId: string, name: MeasureName, { readAtMs, isPoll, holds }: Read) {
    const intervalMs = isPoll ? everyMs : (pushes.intervalMs(keyOf(deviceId, name)) ?? 0);
    const { kind, read } = measures[name];
    // Device data hold what was reported last.
    const apartMs = kind === 'number' && read === 'data' ? Math.max(intervalMs, reportMs) : intervalMs;
    return {
      subject: subjectOf(deviceId, name),
      readAtMs,
      oldMs: Math.max(3 * apartMs, 3 * reportMs),
      // A counter misses nothing.
      gapMs: isOfDay(name) ? dayMs : gapOf(apartMs),
      ...(isOfDay(name) ? { dayMs: recent.day(deviceId)?.dayMs } : {}),
      ...(holds === true ? { holds } : {}),
    };
  }

  function observeLock(deviceId: string): void {
    if (!(devices.get(deviceId) ?? []).includes('lock')) return;
    const { locks, service } = account.context;
    const value = locks.lockedBy({ service, deviceId }) !== undefined;
    const nowMs = time.now();
    const facts = new Map([['lock.isLocked', { value, ts: nowMs / 1_000 }]]);
    tell(deviceId, 'lock', facts, { readAtMs: nowMs, isPoll: true });
  }

  return {
    now: time.now,
    subjects: () => subjects,
    take({ deviceId, facts, ts, isPublish }) {
      const names = devices.get(deviceId) ?? [];
      const told = names.filter((name) => isToldBy(name, facts));
      for (const key of new Set([deviceId, ...told.map((name) => sourceOf(deviceId, name))])) pushes.note(key);
      learn();
      const readAtMs = Math.min(ts * 1_000, time.now());
      observe(deviceId, names, facts, { readAtMs, isPoll: false, ...(isPublish ? { holds: true } : {}) });
    },
    devices: watch,
    balance() {
      const balance = legLoads.balance(time.now());
      return balance === undefined || 'silence' in balance ? undefined : balance;
    },
    health: health.all,
    currents: recent.currents,
    close: polls.close,
  };
}
