import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../client';
import type { Clock, Timer } from '../../clock';
import type { Completion } from '../../receiver';
import { watchDeploys } from '..';

/** Node-RED has no event for a deploy that failed to start its flows, so output resumes after this time. */
const deployMaxMs = 10_000;

/** Sends messages. A message reported as sent has reached running nodes, even if others are being redeployed. */
export interface LiveOutput {
  /**
   * Completes when the input handlers of the directly wired nodes were called. Fails with code CLOSED during a deploy; the
   * messages have then reached no node.
   */
  send(messages: readonly object[], completion: Completion<void>): void;
  close(): void;
}

/** Whether an error only means that the flows are being deployed. The sender retries. */
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

  function complete(completion: Completion<void>): void {
    // Called by an immediate: nothing would catch what it throws.
    try {
      if (reached()) completion.done();
      else completion.failed(redeploying());
    } catch (error) {
      completion.failed(error);
    }
  }

  const endWatch = watchDeploys(RED.events, { started: start, stopping: stop });
  stop();

  return {
    send(messages, completion) {
      if (!running) completion.failed(redeploying());
      else if (messages.length === 0) completion.done();
      else {
        for (const message of messages) node.send(message as never);
        // Node-RED delivers each message in an immediate. Immediates run in the order of their creation, so the directly
        // wired nodes have the messages when this one runs, unless an asynchronous `preDeliver` hook delays a delivery.
        setImmediate(complete, completion);
      }
    },
    close() {
      closed = true;
      stop();
      endWatch();
    },
  };
}
