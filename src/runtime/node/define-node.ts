import type { Node, NodeAPI, NodeDef } from 'node-red';
import { ClientError, type ErrorCode } from '../../client';
import type { Clock } from '../../clock';
import { type ConfigOf, checkConfig, type FieldTable, isNewer, readConfig } from '../../fields';
import { problem } from '../../schema';
import { runningAccount } from '../accounts/account';
import { circuitsOf } from '../accounts/circuit-directories';
import { asNode, nodeOrigin } from './call-origin';
import { clockOf } from './clock-of';
import { errorDetail } from './error-detail';
import { createInputs, type Input, type InputRun } from './inputs';
import { invalidInput } from './invalid-input';
import type { Message } from './message';
import type { RefusedNode } from './missing-node';
import { namedBadge } from './named-badge';
import { type PresentedError, presentError } from './present-error';
import { createStatus, type Status } from './status';
import { type Texts, textsOfNode } from './texts';

/** The arguments of a node's start function. */
export interface NodeContext<T extends FieldTable> {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly config: ConfigOf<T>;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly status: Status;
  readonly started: Started;
}

/** When a node started: epoch ms, and the same on the monotonic clock. */
export interface Started {
  readonly startedAt: number;
  readonly startedAtMs: number;
}

/** A started node. */
export interface StartedNode {
  /** Handles one message; sending and failing go through `run`. */
  input?(msg: Message, run: InputRun): Promise<void>;
  /** The key of what a message would open, if it opens anything: in a burst the newest message of each key is kept. */
  opens?(msg: Message): string | undefined;
  /** The deadline of one input; 60,000 by default. */
  readonly deadlineMs?: number;
  close?(removed: boolean): void | Promise<void>;
}

/** Registers a node type: reads and checks its fields, fails every input while they are wrong, and closes cleanly. */
export function defineNode<const T extends FieldTable>(
  RED: NodeAPI,
  type: string,
  fields: T,
  start: (context: NodeContext<T>) => StartedNode,
): void {
  const credentials = Object.fromEntries(
    Object.entries(fields)
      .filter(([, { kind }]) => kind === 'secret' || kind === 'identifier')
      .map(([name, { kind }]) => [name, { type: kind === 'secret' ? 'password' : 'text' }]),
  );

  function construct(this: Node<Record<string, unknown>>, definition: NodeDef): void {
    RED.nodes.createNode(this, definition);
    const node = this;
    const stored = definition as unknown as Record<string, unknown>;
    const origin = nodeOrigin(node);
    const clock = clockOf(RED);
    const texts = textsOfNode(RED, type, fields);
    const status = createStatus(node, clock);
    const inputs = createInputs(clock, texts, (error) =>
      status.show('error', namedBadge(badgeOf(error, texts), error.cause?.name)),
    );
    const started = asNode(origin, startChecked);

    function startChecked(): StartedNode {
      const problems = checkConfig(fields, stored);
      if (problems.length > 0)
        return refuse(
          invalidInput(
            'the node is not configured',
            problems.map(({ field, key, params }) => problem(field, key, texts(`problem.${key}`, params), params)),
          ),
        );
      try {
        const config = readConfig(fields, stored, node.credentials);
        const moment = { startedAt: clock.now(), startedAtMs: clock.monotonicMs() };
        return start({ RED, node, config, texts, clock, status, started: moment });
      } catch (error) {
        return refuse(error);
      }
    }

    function refuse(reason: unknown): StartedNode {
      status.show('error', texts(isNewer(fields, stored) ? 'status.newerVersion' : 'status.misconfigured'));
      // A node without an input has no other way to report the reason.
      node.warn(presentError(reason, texts).message);
      if (reason instanceof ClientError) {
        const refused: RefusedNode = { wrongSettings: errorDetail(reason, texts) };
        Object.assign(node, refused);
      }
      return { input: () => Promise.reject(reason) };
    }

    node.on('input', (msg, send, done) => {
      const { input } = started;
      if (input === undefined) {
        done();
        return;
      }
      const message = msg as Message;
      const arrived: Input = {
        msg: message,
        send: send as (out: unknown) => void,
        done,
        work: (run) => input(message, run),
        // A message that waits for its turn keeps the names that were when it arrived.
        circuits: circuitsOf(String(stored.account ?? '')).now(),
        known: () => runningAccount(RED, String(stored.account ?? ''))?.known,
        opens: () => started.opens?.(message),
        deadlineMs: started.deadlineMs ?? 60_000,
      };
      asNode(origin, () => inputs.run(arrived));
    });
    node.on('close', (removed: boolean, done: () => void) => {
      const ended = asNode(origin, () =>
        Promise.allSettled([inputs.close(), Promise.resolve(started.close?.(removed))]),
      );
      ended.then(() => {
        status.close();
        done();
      });
    });
  }

  RED.nodes.registerType(type, construct as never, { credentials: credentials as never });
}

/** What went wrong, in Node-RED's language. */
function badgeOf({ code }: PresentedError, texts: Texts): string {
  if (code === 'INTERNAL') return 'internal';
  const title = texts(`error.${code as ErrorCode}`);
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
