import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../client';
import type { Clock, Timer } from '../../clock';
import type { Waiter } from '../../receiver';
import { watchDeploys } from '..';

/** A deploy that fails to start its flows says so nowhere: after this long we go on. */
const deployMaxMs = 10_000;

/** Sends messages on so that whatever is reported as sent has reached live nodes, also while others are redeployed. */
export interface LiveOutput {
  /**
   * Done when the input handlers of the nodes directly behind have been called. Fails with code CLOSED while flows are being
   * deployed: then nothing has reached anyone.
   */
  send(messages: readonly object[], waiter: Waiter<void>): void;
  close(): void;
}

/** Whether `error` only says that the flows are being deployed; whoever was turned away tries again. */
export function isRedeploying(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'CLOSED';
}

export function createLiveOutput(RED: NodeAPI, node: Node, clock: Clock): LiveOutput {
  let running = false;
  let closed = false;
  let timer: Timer | undefined;
  let destinations: readonly (Node | null)[] = [];

  function wiredNodes(): (Node | null)[] {
    const { wires = [] } = node as unknown as { wires?: readonly (readonly string[])[] };
    return wires.flat().map((id) => RED.nodes.getNode(id) ?? null);
  }

  function start(): void {
    timer?.cancel();
    running = true;
    destinations = wiredNodes();
  }
  function stop(): void {
    running = false;
    timer?.cancel();
    if (!closed) timer = clock.after(deployMaxMs, start);
  }
  const redeploying = () => new ClientError('CLOSED', 'the flows are being deployed', {});
  const reached = () => running || wiredNodes().every((destination, index) => destination === destinations[index]);

  function tell(waiter: Waiter<void>): void {
    // Nobody behind an immediate hears what is thrown in it.
    try {
      if (reached()) waiter.done();
      else waiter.failed(redeploying());
    } catch (error) {
      waiter.failed(error);
    }
  }

  const endWatch = watchDeploys(RED.events, { started: start, stopping: stop });
  stop();

  return {
    send(messages, waiter) {
      if (!running) waiter.failed(redeploying());
      else if (messages.length === 0) waiter.done();
      else {
        for (const message of messages) node.send(message as never);
        // Node-RED hands each message over in an immediate of its own. Immediates run in the order in which they were
        // queued, with nothing but their own microtasks in between: the nodes directly behind have the messages when
        // this one runs, and no deploy has begun since. An asynchronous `preDeliver` hook would still delay a hand-over.
        setImmediate(tell, waiter);
      }
    },
    close() {
      closed = true;
      stop();
      endWatch();
    },
  };
}
