import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';
import * as vm from 'node:vm';
import type { VirtualTime, VirtualTimer } from './virtual-time';

/** What stays real: the driver waits with it, and measures the budget. */
export interface RealTime {
  readonly setImmediate: typeof setImmediate;
  readonly monotonicMs: () => number;
  /** `setImmediate`s that were made and have not run. */
  pendingImmediates(): number;
}

type Callback = (...values: unknown[]) => void;

/** Of the longest delay of Node's timers. */
const maxDelayMs = 2_147_483_647;

/**
 * Replaces every source of time and chance of this process by `time` and `random`. It comes before anything else is loaded:
 * whoever has taken a timer before keeps the real one. What Node's own network and file code waits for stays real.
 */
export function installTime(time: VirtualTime, random: () => number): RealTime {
  const real = { setImmediate, clearImmediate, performanceNow: performance.now.bind(performance) };
  const immediates = countedImmediates(real);
  const timers = virtualTimers(time);
  const replaced = { ...timers, ...immediates.functions };
  Object.assign(globalThis, replaced);
  Object.assign(require('node:timers'), replaced);
  Object.assign(require('node:timers/promises'), timersPromises(timers, real.setImmediate));
  globalThis.Date = virtualDate(time);
  Math.random = random;
  installPerformance(time);
  installFormats(globalThis, time);
  installContexts(time, random);
  AbortSignal.timeout = (delayMs) => {
    const ending = new AbortController();
    timers.setTimeout(() => ending.abort(new DOMException('The operation timed out', 'TimeoutError')), delayMs);
    return ending.signal;
  };
  syncBuiltinESMExports();
  return { setImmediate: real.setImmediate, monotonicMs: real.performanceNow, pendingImmediates: immediates.pending };
}

/** What `setTimeout` and `setInterval` give: as Node's, but it never keeps a process alive. */
class TimerHandle {
  private running: VirtualTimer | undefined;
  private static made = 0;
  private readonly id: number;

  constructor(
    private readonly time: VirtualTime,
    private readonly delayMs: number,
    private readonly repeats: boolean,
    private readonly task: () => void,
  ) {
    TimerHandle.made += 1;
    this.id = TimerHandle.made;
    this.refresh();
  }

  refresh(): this {
    this.running?.cancel();
    this.running = this.time.after(this.delayMs, () => {
      this.running = undefined;
      if (this.repeats) this.refresh();
      this.task();
    });
    return this;
  }

  close(): this {
    this.running?.cancel();
    this.running = undefined;
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

function virtualTimers(time: VirtualTime) {
  // Timers are also ended by their numbers.
  const byNumber = new Map<number, WeakRef<TimerHandle>>();
  const start = (repeats: boolean) =>
    function startTimer(callback: Callback, delay?: number, ...values: unknown[]): TimerHandle {
      if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function');
      const given = Number(delay);
      const delayMs = given >= 1 && given <= maxDelayMs ? Math.trunc(given) : 1;
      const handle = new TimerHandle(time, delayMs, repeats, () => callback(...values));
      byNumber.set(+handle, new WeakRef(handle));
      if (byNumber.size > 100_000) for (const [id, ref] of byNumber) if (ref.deref() === undefined) byNumber.delete(id);
      return handle;
    };
  const end = (handle: unknown) => {
    if (handle instanceof TimerHandle) handle.close();
    else if (typeof handle === 'number' || typeof handle === 'string') byNumber.get(Number(handle))?.deref()?.close();
  };
  const setTimeout = start(false);
  Object.defineProperty(setTimeout, promisify.custom, {
    value: (delay?: number, value?: unknown) => new Promise((resolve) => setTimeout(() => resolve(value), delay)),
  });
  return { setTimeout, setInterval: start(true), clearTimeout: end, clearInterval: end };
}

type Timers = ReturnType<typeof virtualTimers>;

function timersPromises({ setTimeout, setInterval, clearInterval }: Timers, realSetImmediate: typeof setImmediate) {
  const wait = (delay?: number, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const timer = setTimeout(() => resolve(value), delay);
      signal?.addEventListener('abort', () => {
        timer.close();
        reject(signal.reason);
      });
    });
  return {
    setTimeout: wait,
    scheduler: {
      wait: (delay?: number) => wait(delay),
      yield: () => new Promise<void>((done) => realSetImmediate(done)),
    },
    async *setInterval(delay?: number, value?: unknown) {
      let wake: (() => void) | undefined;
      let ticks = 0;
      const timer = setInterval(() => {
        ticks += 1;
        wake?.();
      }, delay);
      try {
        for (;;) {
          if (ticks === 0) await new Promise<void>((resolve) => (wake = resolve));
          ticks -= 1;
          yield value;
        }
      } finally {
        clearInterval(timer);
      }
    },
  };
}

function countedImmediates(real: { setImmediate: typeof setImmediate; clearImmediate: typeof clearImmediate }) {
  const pending = new Set<NodeJS.Immediate>();
  const functions = {
    setImmediate(callback: Callback, ...values: unknown[]) {
      const immediate = real.setImmediate(() => {
        pending.delete(immediate);
        callback(...values);
      });
      pending.add(immediate);
      return immediate;
    },
    clearImmediate(immediate: NodeJS.Immediate) {
      pending.delete(immediate);
      real.clearImmediate(immediate);
    },
  };
  Object.defineProperty(functions.setImmediate, promisify.custom, {
    value: (value: unknown) => new Promise((resolve) => functions.setImmediate(() => resolve(value))),
  });
  return { functions, pending: () => pending.size };
}

function virtualDate(time: VirtualTime): DateConstructor {
  const RealDate = Date;
  const virtual: DateConstructor = new Proxy(RealDate, {
    construct(target, values, newTarget) {
      const given = values.length === 0 ? [time.now()] : values;
      return Reflect.construct(target, given, newTarget === virtual ? target : newTarget);
    },
    apply: () => new RealDate(time.now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? time.now : Reflect.get(target, key, receiver)),
  });
  RealDate.prototype.constructor = virtual;
  return virtual;
}

function installPerformance(time: VirtualTime): void {
  const define = (object: object, name: string, value: unknown) =>
    Object.defineProperty(object, name, { value, configurable: true, writable: true });
  define(performance, 'now', () => time.elapsedMs());
  define(performance, 'timeOrigin', time.now() - time.elapsedMs());
  const bigint = () => BigInt(Math.round(time.elapsedMs() * 1e6));
  const hrtime = (before?: readonly [number, number]): [number, number] => {
    const ms = time.elapsedMs();
    const [seconds, nanoseconds] = [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];
    if (before === undefined) return [seconds, nanoseconds];
    const difference = nanoseconds - before[1];
    return difference < 0 ? [seconds - before[0] - 1, difference + 1e9] : [seconds - before[0], difference];
  };
  process.hrtime = Object.assign(hrtime, { bigint });
  process.uptime = () => time.elapsedMs() / 1000;
  Object.assign(require('node:os'), { uptime: process.uptime });
}

interface Realm {
  readonly Intl: typeof Intl;
  readonly Math: Math;
}

/** A format without an argument tells the present time by the engine's own clock. */
function installFormats({ Intl: { DateTimeFormat } }: Pick<Realm, 'Intl'>, time: VirtualTime): void {
  const { prototype } = DateTimeFormat;
  const { formatToParts } = prototype;
  prototype.formatToParts = function formatNow(date) {
    return formatToParts.call(this, date ?? time.now());
  };
  const format = Object.getOwnPropertyDescriptor(prototype, 'format');
  Object.defineProperty(prototype, 'format', {
    ...format,
    get(this: Intl.DateTimeFormat) {
      const bound = format?.get?.call(this) as (date?: number | Date) => string;
      return (date?: number | Date) => bound(date ?? time.now());
    },
  });
}

/** Function nodes run in contexts of their own, with a `Date`, a `Math` and an `Intl` of their own. */
function installContexts(time: VirtualTime, random: () => number): void {
  const { createContext } = vm;
  // The namespace of an import cannot be written to.
  const module = require('node:vm') as { createContext: typeof createContext };
  module.createContext = (...given) => {
    const context = createContext(...given);
    const realm = vm.runInContext('({ Intl, Math })', context) as Realm;
    realm.Math.random = random;
    installFormats(realm, time);
    if (!Object.hasOwn(context, 'Date')) vm.runInContext('(date) => { globalThis.Date = date; }', context)(Date);
    return context;
  };
}
