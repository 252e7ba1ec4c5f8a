import type { Clock, Timer } from '../clock';
import type { Process, ServiceContext } from './handler';
import type { ServiceState } from './service-state';
import type { Instant } from './state';

/** So many runs at one instant mean that a process does not move on. */
const runsAtOneInstant = 10_000;

/** Runs what is due, and has one timer for what is due next. */
export interface Engine {
  /** Runs everything that is due by now, in order of its time, and sets the timer anew. */
  settle(): void;
  stop(): void;
}

export interface EngineParts {
  readonly clock: Clock;
  readonly state: ServiceState;
  readonly processes: readonly Process[];
  /** What was due before is done, or was dropped. */
  readonly from: Instant;
  contextAt(clock: Clock): ServiceContext;
  /** A process has changed the state. */
  onRun(): void;
  /** A process failed in the background, where nobody waits for it. */
  onError(error: Error): void;
}

/**
 * What is due is derived from the state, so a restored state goes on by itself: what fell due meanwhile runs at the
 * first `settle`, each with the clock at its own time.
 */
export function createEngine({ clock, state, contextAt, processes, from, onRun, onError }: EngineParts): Engine {
  let timer: Timer | undefined;
  let stopped = false;
  let instant = from;

  function earliest(): { process: Process; at: number } | undefined {
    let found: { process: Process; at: number } | undefined;
    for (const process of processes) {
      const at = process.nextAt(state);
      if (at !== undefined && (found === undefined || at < found.at)) found = { process, at };
    }
    return found;
  }

  function settle(): void {
    if (stopped) return;
    timer?.cancel();
    timer = undefined;
    let runs = 0;
    for (let next = earliest(); next !== undefined; next = earliest()) {
      const now = clock.now();
      if (next.at > now) {
        timer = clock.after(next.at - now, settleAlone);
        break;
      }
      runs = next.at > instant ? 0 : runs + 1;
      // A process may be due since before it was thought of; time does not turn back for it.
      instant = Math.max(instant, next.at);
      if (runs > runsAtOneInstant) throw new Error(`a process of the simulator stands still at ${instant}`);
      next.process.run(contextAt(stoppedAt(clock, instant)), instant);
      onRun();
    }
    instant = Math.max(instant, clock.now());
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
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}

/** The clock as a process sees it that was due at `instant`. */
function stoppedAt(clock: Clock, instant: number): Clock {
  return { ...clock, now: () => instant };
}
