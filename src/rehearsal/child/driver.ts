import type { RealTime } from './install-time';
import type { VirtualTime } from './virtual-time';

/** Why a rehearsal ended. */
export type Ending = 'done' | 'out-of-time' | 'never-quiet' | 'too-many-requests';

export interface DriverOptions {
  readonly time: VirtualTime;
  readonly real: RealTime;
  /** Epoch milliseconds. */
  readonly endMs: number;
  /** Of real time, for all of it. */
  readonly budgetMs: number;
  /** Asked between two timers: whether it has become too much. */
  isTooMuch(): boolean;
  /** Called before each timer, with the instant at which it is due. */
  onStep(atMs: number): void;
  /** Called at every full minute of the simulated time, before anything that is due then. */
  onMinute(atMs: number): void;
}

/** Longer than this nothing works that ends by itself: of the process's own time, as a busy machine gives it little of the real one. */
const patienceMs = 10_000;
/** Real time from which on the work of the process is measured: to ask for it takes longer than most turns. */
const measuredAfterMs = 1_000;
const minuteMs = 60_000;

/** Work of Node's threads, which ends by itself. */
const working =
  /^(FS|FILEHANDLE|GetAddrInfo|GetNameInfo|TCPCONNECT|TCPWRAP|PIPECONNECT|Zlib|ZLIB|PBKDF2|SCRYPT|RANDOMBYTES|HASH|KEY|SIGN|WRITEWRAP|SHUTDOWNWRAP|CHECKPRIME|CloseReq)/i;

function workedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Advances to the next timer whenever the process has nothing left to do, until the end. */
export async function drive(options: DriverOptions): Promise<Ending> {
  const { time, real, endMs, budgetMs } = options;
  const startedMs = real.monotonicMs();
  const turn = () => new Promise<void>((resolve) => real.setImmediate(resolve));
  const isBusy = () =>
    real.pendingImmediates() > 0 || process.getActiveResourcesInfo().some((resource) => working.test(resource));
  let nextMinute = Math.ceil(time.now() / minuteMs) * minuteMs;

  const isOutOfTime = () => real.monotonicMs() - startedMs > budgetMs;

  /** Two turns of the event loop in a row in which nothing was left to do; otherwise why that does not come. */
  async function settle(): Promise<Ending | undefined> {
    const unsettledFrom = real.monotonicMs();
    let since: NodeJS.CpuUsage | undefined;
    for (let quiet = 0; quiet < 2; ) {
      await turn();
      quiet = isBusy() ? 0 : quiet + 1;
      if (quiet === 0 && real.monotonicMs() - unsettledFrom > measuredAfterMs) {
        since ??= process.cpuUsage();
        if (workedMs(since) > patienceMs) return 'never-quiet';
      }
      if (isOutOfTime()) return 'out-of-time';
    }
    return undefined;
  }

  for (;;) {
    const unsettled = await settle();
    if (unsettled !== undefined) return unsettled;
    if (options.isTooMuch()) return 'too-many-requests';
    const nextAt = Math.min(time.nextAt() ?? endMs, endMs);
    for (; nextMinute <= nextAt; nextMinute += minuteMs) {
      time.goTo(nextMinute);
      options.onMinute(nextMinute);
    }
    if (nextAt >= endMs) {
      time.goTo(endMs);
      return 'done';
    }
    options.onStep(nextAt);
    time.runNext();
  }
}
