import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../client';
import type { Clock, Timer } from '../../clock';
import type { Waiter } from '../../inbound';
import { watchDeploys } from './deploy-watch';

/** A deploy that fails to start its flows says so nowhere: after this long we go on. */
const deployMaxMs = 10_000;

/** Sends messages on so that whatever is reported as sent has reached live nodes, also while others are redeployed. */
export interface LiveOutput {
  /** Fails with code CLOSED while flows are being deployed: then nothing has reached anyone. */
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
        // Node-RED hands messages over in the next round of the event loop; this one comes just before, and no deploy
        // can begin in between.
        setImmediate(tell, waiter);
        for (const message of messages) node.send(message as never);
      }
    },
    close() {
      closed = true;
      stop();
      endWatch();
    },
  };
}
