import type { DeviceClaim, LiveAnswer, LiveChanges, LiveDevice, SiteDevice } from '../../admin-api';
import { agedReading } from '../../circuit';
import type { CallRecord } from '../../client';
import type { Clock, Timer } from '../../clock';
import { readHeldDevices } from '../../control';
import { defined } from '../../object';
import { type Account, namesOfAccount, presentError, type Texts } from '..';
import { readLiveDevice } from './live-device';
import { readTree } from './site-tree';
import { unlistedCall } from './unlisted-call';

/** A view ends this long after the browser has last asked for it. */
export const leaseMs = 30_000;
/** How many devices of one view are read: more than fit on a screen. */
export const maxDevices = 80;
const maxViews = 50;
const valueMaxAgeMs = 10_000;
const failedMaxAgeMs = 30_000;
const treeMaxAgeMs = 60_000;
const treeSharedMs = 16_000;
/** What is not known yet is read faster than what is only refreshed. */
const paces = { first: { atOnce: 8, spacingMs: 500 }, refresh: { atOnce: 4, spacingMs: 1_000 } } as const;
const sharedMaxAgeMs = 1_000;

export interface LiveView {
  /** Keeps these devices up to date for the next 30 s, and returns what is known of them now. */
  look(viewId: string, deviceIds: readonly string[]): LiveAnswer;
  /** Something has happened on the site: all devices in view are read again, and soon the tree. */
  touch(): void;
}

interface LiveViewOptions {
  readonly account: Account;
  readonly clock: Clock;
  readonly texts: Texts;
  /** What load managers claim now, by device. */
  readonly claims: () => ReadonlyMap<string, readonly DeviceClaim[]>;
  /** At most once a second or so, and only while somebody looks. */
  readonly publish: (changes: LiveChanges) => void;
}

interface Known {
  readonly value: LiveDevice;
  readonly readAt: number;
}

/** Reads the devices in view while somebody looks at them, a few at a time; nothing otherwise. */
export function createLiveView({ account, clock, texts, claims, publish }: LiveViewOptions): LiveView {
  const views = new Map<string, { readonly until: number; readonly deviceIds: readonly string[] }>();
  const known = new Map<string, Known>();
  /** Devices to be read again, because a request has changed them. */
  const touched = new Set<string>();
  /** Breakers that got a command since they were read, with its number: what is known of them is of before. */
  const commanded = new Map<string, number>();
  let commands = 0;
  let devices = new Map<string, SiteDevice>();
  let tree: { readonly version: string; readonly readAt: number } | undefined;
  let values = 0;
  let published = '';
  let timer: { readonly at: number; readonly pending: Timer } | undefined;
  let busy = false;
  let lastRoundAt = Number.NEGATIVE_INFINITY;
  let stopListening: (() => void) | undefined;

  const changes = (): LiveChanges => ({
    values,
    calls: account.calls.sequence(),
    ...defined({ tree: tree?.version }),
  });

  function wake(delayMs: number): void {
    if (busy || account.ended.aborted || views.size === 0) return;
    const at = Math.max(clock.monotonicMs() + delayMs, lastRoundAt + paces.first.spacingMs);
    if (timer !== undefined && timer.at <= at) return;
    timer?.pending.cancel();
    timer = { at, pending: clock.after(at - clock.monotonicMs(), startRound) };
  }

  function noteCall({ path, method, operation }: CallRecord): void {
    if (method !== 'GET')
      for (const id of known.keys())
        if (path.includes(id)) {
          touched.add(id);
          commands += 1;
          if (operation === 'remoteHandle.setPosition') commanded.set(id, commands);
        }
    wake(paces.refresh.spacingMs);
  }

  function startRound(): void {
    timer = undefined;
    busy = true;
    lastRoundAt = clock.monotonicMs();
    round()
      .catch(() => {
        // The request for the tree reports why the account cannot be opened.
      })
      .finally(() => {
        busy = false;
        if (account.ended.aborted) return;
        wake(nextDelayMs());
      });
  }

  async function round(): Promise<void> {
    const now = clock.monotonicMs();
    for (const [id, { until }] of views) if (until <= now) views.delete(id);
    if (views.size === 0) {
      known.clear();
      touched.clear();
      commanded.clear();
      stopListening?.();
      stopListening = undefined;
      return;
    }
    if (tree === undefined || tree.readAt + treeMaxAgeMs <= now) {
      const { devices: list, version } = await readTree(account, texts);
      devices = new Map(list.map((device) => [device.id, device]));
      tree = { version, readAt: now };
    }
    const due = dueDevices();
    const first = due.filter(({ id }) => !known.has(id));
    const batch = first.length > 0 ? first.slice(0, paces.first.atOnce) : due.slice(0, paces.refresh.atOnce);
    await Promise.all(batch.map(read));
    const text = JSON.stringify(changes());
    if (text === published) return;
    published = text;
    publish(changes());
  }

  function dueDevices(): SiteDevice[] {
    const now = clock.monotonicMs();
    const dueAt = (id: string) => {
      const entry = known.get(id);
      if (entry === undefined || touched.has(id)) return Number.NEGATIVE_INFINITY;
      return entry.readAt + (entry.value.error === undefined ? valueMaxAgeMs : failedMaxAgeMs);
    };
    return devicesInView()
      .filter(({ id }) => dueAt(id) <= now)
      .sort((one, other) => dueAt(one.id) - dueAt(other.id));
  }

  function devicesInView(): SiteDevice[] {
    const ids = new Set([...views.values()].flatMap(({ deviceIds }) => deviceIds));
    return [...ids].flatMap((id) => devices.get(id) ?? []);
  }

  function nextDelayMs(): number {
    const due = dueDevices();
    if (due.some(({ id }) => !known.has(id))) return paces.first.spacingMs;
    if (due.length > 0) return paces.refresh.spacingMs;
    const now = clock.monotonicMs();
    const ends = [...views.values()].map(({ until }) => until);
    const ages = devicesInView().flatMap(({ id }) => (known.get(id)?.readAt ?? now) + valueMaxAgeMs);
    const treeAt = tree === undefined ? now : tree.readAt + treeMaxAgeMs;
    return Math.max(paces.refresh.spacingMs, Math.min(treeAt, ...ends, ...ages) - now);
  }

  async function read(device: SiteDevice): Promise<void> {
    const { id } = device;
    touched.delete(id);
    const before = JSON.stringify(known.get(id)?.value);
    const command = commanded.get(id);
    const value = await readLive(device);
    known.set(id, { value, readAt: clock.monotonicMs() });
    const wasCommanded = command !== undefined && commanded.get(id) === command;
    if (wasCommanded) commanded.delete(id);
    if (wasCommanded || JSON.stringify(value) !== before) values += 1;
  }

  async function readLive(device: SiteDevice): Promise<LiveDevice> {
    try {
      const client = await account.client();
      const call = unlistedCall(account, client, { maxAgeMs: sharedMaxAgeMs });
      return await readLiveDevice(call, device, {
        serviceNowMs: () => clock.now() + (client.clockSkewMs() ?? 0),
        monotonicMs: () => clock.monotonicMs(),
        sharedMaxAgeMs,
        held: readHeldDevices(client, clock, {
          call: unlistedCall(account, client, { maxAgeMs: valueMaxAgeMs }),
          maxAgeMs: valueMaxAgeMs,
        }),
      });
    } catch (error) {
      return { error: presentError(error, texts, namesOfAccount(account)).message };
    }
  }

  account.ended.addEventListener('abort', () => {
    timer?.pending.cancel();
    stopListening?.();
    views.clear();
  });

  return {
    touch() {
      for (const id of known.keys()) touched.add(id);
      // An answer that was read just now is shared for a while: reading again at once would return the same.
      if (tree !== undefined) tree = { ...tree, readAt: clock.monotonicMs() - treeMaxAgeMs + treeSharedMs };
      wake(0);
    },
    look(viewId, deviceIds) {
      if (!account.ended.aborted) {
        views.delete(viewId);
        const [oldest] = views.keys();
        if (views.size >= maxViews && oldest !== undefined) views.delete(oldest);
        views.set(viewId, { until: clock.monotonicMs() + leaseMs, deviceIds: deviceIds.slice(0, maxDevices) });
        stopListening ??= account.calls.onCall(noteCall);
        wake(0);
      }
      const claimed = claims();
      return {
        ...changes(),
        devices: Object.fromEntries(
          deviceIds.flatMap((id) => {
            const entry = known.get(id);
            // A position of before a command would be taken for its outcome.
            const isKnown = entry !== undefined && !commanded.has(id);
            const value = { ...(isKnown ? aged(entry) : {}), ...lockOf(id), ...defined({ claims: claimed.get(id) }) };
            return Object.keys(value).length === 0 ? [] : [[id, value]];
          }),
        ),
      };
    },
  };

  /** Asked anew each time: a lock is no value of the service, and an old one would be dangerous. */
  function lockOf(deviceId: string): Pick<LiveDevice, 'locked'> {
    const { locks, service } = account.context;
    const lock = locks.lockedBy({ service, deviceId });
    return lock === undefined ? {} : { locked: { by: lock.by, at: lock.at } };
  }

  /** The value with its timer and ages advanced to now. */
  function aged({ value, readAt }: Known): LiveDevice {
    const passedMs = clock.monotonicMs() - readAt;
    const { circuit, timerSeconds, ageMs } = value;
    return {
      ...value,
      ...(circuit === undefined ? {} : { circuit: agedReading(circuit, passedMs) }),
      ...(timerSeconds === undefined ? {} : { timerSeconds: Math.max(0, timerSeconds - Math.round(passedMs / 1000)) }),
      ...(ageMs === undefined ? {} : { ageMs: ageMs + passedMs }),
    };
  }
}
