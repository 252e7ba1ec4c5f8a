import type { Node, NodeAPI } from 'node-red';
import type { BreakerOperator, BreakerResult } from '../../src/control';
import { type Message, type NamesOf, presentError, type Status, showResult, type Texts } from '../../src/runtime';

/** Deferred commands of one input. */
interface LaterWork {
  /** As the message came in: each result goes out with its properties. */
  readonly msg: Message;
  readonly operator: BreakerOperator;
  readonly deferred: readonly BreakerResult[];
  readonly namesOf: NamesOf;
  /** Adds the state of the circuit to a result. */
  readonly withState: (result: BreakerResult, signal: AbortSignal) => Promise<Record<string, unknown>>;
  /** The properties of the message that tells a result. */
  readonly present: (payload: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** One device was named: the badge follows it. */
  readonly single: boolean;
}

/** Reports what becomes of deferred commands, each once, at a node's second output. */
export interface LaterOutcomes {
  /** Every input calls it, so that the badge stays with the newest. */
  follow(work: LaterWork): void;
  /** Ends all waiting: a closed node reports nothing. */
  close(): void;
}

export function createLaterOutcomes(
  RED: NodeAPI,
  node: Pick<Node, 'send' | 'error'>,
  status: Status,
  texts: Texts,
): LaterOutcomes {
  const closing = new AbortController();
  let newest: LaterWork | undefined;

  async function report(work: LaterWork, deferred: BreakerResult): Promise<void> {
    try {
      const result = await work.operator.awaitDeferred(deferred, closing.signal);
      const payload = { ...(await work.withState(result, closing.signal)), deferredAt: deferred.at };
      if (work.single && work === newest)
        showResult(status, texts, payload, { name: work.namesOf(deferred.deviceId).name });
      node.send([null, { ...RED.util.cloneMessage(work.msg), ...work.present(payload) }]);
    } catch (error) {
      if (!closing.signal.aborted) node.error(presentError(error, texts, work.namesOf), work.msg);
    }
  }

  return {
    follow(work) {
      newest = work;
      for (const deferred of work.deferred) void report(work, deferred);
    },
    close: () => closing.abort(),
  };
}
