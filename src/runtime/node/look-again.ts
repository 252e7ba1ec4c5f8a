import type { Node, NodeAPI } from 'node-red';
import type { Clock, Timer } from '../../clock';
import { watchDeploys } from './deploy-watch';
import { createOnceAMinute } from './once-a-minute';
import { presentError } from './present-error';
import type { Status } from './status';
import type { Texts } from './texts';

/** What a node works on changes without it: a circuit that is new at a location is found at the next look. */
const againMs = 600_000;
const retryMs = 30_000;

interface LookOptions {
  readonly RED: NodeAPI;
  readonly node: Pick<Node, 'warn'>;
  readonly clock: Clock;
  readonly status: Status;
  readonly texts: Texts;
  /**
   * Finds out what the node works on. A look that rejects is told, and comes again soon while the node does not run, or where it
   * says so.
   */
  readonly look: (signal: AbortSignal) => Promise<unknown>;
  readonly isRunning: () => boolean;
}

/** The looks of a node at what it works on: after each deploy, and every ten minutes. */
export interface LookAgain {
  /** Aborts when the node closes. */
  readonly signal: AbortSignal;
  /** Looks now, unless a look is under way. */
  now(): void;
  /** Resolves when no look is under way. */
  settled(): Promise<void>;
  /** With what the last failed look was rejected. */
  failure(): unknown;
  /** Warns of an error, of each kind once a minute, and shows it while the node does not run. */
  tell(error: unknown): void;
  /** Resolves when the look that is under way has ended; none follows. */
  end(): Promise<void>;
}

/**
 * @example
 * const looks = createLookAgain({ RED, node, clock, status, texts, look: start, isRunning: () => running !== undefined });
 * looks.now();
 */
export function createLookAgain(options: LookOptions): LookAgain {
  const { RED, node, clock, status, texts, look, isRunning } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const troubles = createOnceAMinute(clock);
  let timer: Timer | undefined;
  let looking: Promise<void> | undefined;
  let failure: unknown;

  function now(): void {
    timer?.cancel();
    if (signal.aborted || looking !== undefined) return;
    looking = look(signal)
      .then(
        (when) => (when === 'soon' ? retryMs : againMs),
        (error: unknown) => {
          failure = error;
          if (!signal.aborted) tell(error);
          return isRunning() ? againMs : retryMs;
        },
      )
      .then((delayMs) => {
        looking = undefined;
        if (!signal.aborted) timer = clock.after(delayMs, now);
      });
  }

  function tell(error: unknown): void {
    const { code, message } = presentError(error, texts);
    if (!isRunning()) status.show('warning', code.toLowerCase().replaceAll('_', ' '));
    if (troubles.permit(code) !== undefined) node.warn(message);
  }

  // What the deploy has changed elsewhere, such as the account or the circuit directory, counts from then on.
  const endWatch = watchDeploys(RED.events, { started: now, stopping() {} });
  return {
    ...{ signal, now, tell },
    settled: async () => looking,
    failure: () => failure,
    async end() {
      ending.abort();
      endWatch();
      timer?.cancel();
      await looking;
    },
  };
}
