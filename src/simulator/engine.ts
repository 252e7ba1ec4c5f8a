import type { Clock, Timer } from '../clock';
import type { Process, ServiceContext } from './handler';
import type { ServiceState } from './service-state';
import { leastSteps, sliceEnd } from './slice';
import type { Instant } from './state';

/** More runs at one instant mean that a process is stuck. */
const runsAtOneInstant = 10_000;

/** Runs what is due, and has one timer for what is due next. */
export interface Engine {
  /**
   * Runs what is due by now, in order of its time, and sets the timer anew. What does not fit into a slice follows in
   * slices of its own, between which everything else has its turn; until then the engine is behind.
   */
  settle(): void;
  /** The same where nobody waits for it: a failure is told to `onError`. */
  settleAlone(): void;
  /** Whether missed time is still being simulated. */
  isBehind(): boolean;
  /** Resolves when the engine is not behind; rejects when what was due could not be done. */
  caughtUp(): Promise<void>;
  /** The time of the service: what the clock shows, and while the engine is behind, the instant that it has come to. */
  now(): Instant;
  stop(): void;
}

export interface EngineParts {
  readonly clock: Clock;
  readonly state: ServiceState;
  readonly processes: readonly Process[];
  /** What was due before is done, or was dropped. */
  readonly from: Instant;
  contextAt(clock: Clock): ServiceContext;
  /**
   * Work besides the processes that a stretch of time brings, a small piece at each step: before them and after them.
   */
  readonly stretch?: {
    before(from: Instant, to: Instant): Iterator<void> | undefined;
    after(from: Instant, to: Instant): Iterator<void> | undefined;
  };
  /** Processes have changed the state, and everything is done up to now. */
  onRun(): void;
  /** A process failed in the background, where nobody waits for it. */
  onError(error: Error): void;
}

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/**
 * What is due is derived from the state, so a restored state goes on by itself: what fell due meanwhile runs at the
 * first `settle`, each with the clock at its own time. Each process does in one step what happens at one instant, so
 * that it makes no difference whether time came in one jump or in many.
 */
export function createEngine(parts: EngineParts): Engine {
  const { clock, state, contextAt, processes, from, onRun, onError } = parts;
  let timer: Timer | undefined;
  let slice: NodeJS.Immediate | undefined;
  let stopped = false;
  let instant = from;
  let doneTo = from;
  let target: Instant | undefined;
  let before: Iterator<void> | undefined;
  let after: Iterator<void> | undefined;
  let hasRun = false;
  let runsAtInstant = 0;
  let waiters: Waiter[] = [];

  function earliest(): { process: Process; at: number } | undefined {
    let found: { process: Process; at: number } | undefined;
    for (const process of processes) {
      const at = process.nextAt(state);
      if (at !== undefined && (found === undefined || at < found.at)) found = { process, at };
    }
    return found;
  }

  /** Does one thing; false when nothing is left to do up to `end`. */
  function step(end: Instant): boolean {
    if (before?.next().done === false) return true;
    const next = earliest();
    if (next !== undefined && next.at <= end) {
      runsAtInstant = next.at > instant ? 0 : runsAtInstant + 1;
      // A process may be due at an instant in the past; time does not go back for it.
      instant = Math.max(instant, next.at);
      if (runsAtInstant > runsAtOneInstant) throw new Error(`a process of the simulator stands still at ${instant}`);
      next.process.run(contextAt(stoppedAt(clock, instant)), instant);
      hasRun = true;
      return true;
    }
    after ??= parts.stretch?.after(doneTo, end);
    return after?.next().done === false;
  }

  /** True when everything is done up to `end`. */
  function runSlice(end: Instant): boolean {
    const isOver = sliceEnd();
    for (let steps = 1; step(end); steps++) if (steps >= leastSteps && isOver()) return false;
    return true;
  }

  function setTimer(): void {
    const next = earliest();
    if (next !== undefined) timer = clock.after(Math.max(0, next.at - clock.now()), settleAlone);
  }

  function advance(): void {
    const end = target ?? clock.now();
    try {
      if (target === undefined) before = parts.stretch?.before(doneTo, end);
      if (!runSlice(end)) {
        target = end;
        slice = setImmediate(nextSlice);
        return;
      }
    } catch (error) {
      leave();
      throw error;
    }
    instant = Math.max(instant, end);
    doneTo = end;
    leave();
    if (hasRun) {
      hasRun = false;
      onRun();
    }
    setTimer();
    for (const { resolve } of waiters.splice(0)) resolve();
  }

  function leave(): void {
    target = undefined;
    before = undefined;
    after = undefined;
    runsAtInstant = 0;
  }

  function nextSlice(): void {
    slice = undefined;
    try {
      advance();
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      onError(failure);
      for (const { reject } of waiters.splice(0)) reject(failure);
    }
  }

  function settle(): void {
    if (stopped || target !== undefined) return;
    timer?.cancel();
    timer = undefined;
    advance();
  }

  function settleAlone(): void {
    try {
      settle();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  return {
    settle,
    settleAlone,
    isBehind: () => target !== undefined,
    caughtUp: () =>
      target === undefined
        ? Promise.resolve()
        : new Promise<void>((resolve, reject) => waiters.push({ resolve, reject })),
    now: () => (target === undefined ? clock.now() : instant),
    stop() {
      stopped = true;
      timer?.cancel();
      if (slice !== undefined) clearImmediate(slice);
      const ended = waiters;
      waiters = [];
      for (const { reject } of ended) reject(new Error('The simulator is closed'));
    },
  };
}

/** The clock of a process that is due at `instant`. */
function stoppedAt(clock: Clock, instant: number): Clock {
  return { ...clock, now: () => instant };
}
