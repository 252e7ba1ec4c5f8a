import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import breakerAccount from '../../nodes/breaker-account/breaker-account';
import breakerControl from '../../nodes/breaker-control/breaker-control';
import meterRead from '../../nodes/meter-read/meter-read';
import type { ErrorCause } from '../../src/client';
import type { ManualClock } from '../../src/clock';
import { type Credentials, type FlowNode, helper, type Registration } from './node-red-test-helper';
import { nodeText } from './node-texts';
import { settled, type TurnOptions, turnUntil } from './turn-clock';

export type Received = Record<string, unknown> & { payload?: unknown };

/** A message at a Catch node. */
export type Caught = Received & {
  readonly error: {
    readonly message: string;
    readonly code: string;
    readonly cause: ErrorCause;
    readonly source: { id: string };
  };
};

/** Node-RED with a flow, and what its nodes have done. */
export interface Runtime {
  readonly userDir: string;
  readonly outputs: Received[];
  readonly caught: Caught[];
  readonly completed: Received[];
  /** Texts and looks of the status, in order. */
  readonly statuses: { readonly fill: string; readonly shape: string; readonly text: string }[];
  node(id: string): Node;
  /** Gives the node under test (or `id`) a message. */
  give(msg: Readonly<Record<string, unknown>>, id?: string): void;
  /** Gives it a message and turns the clock until it has ended in one way or the other. */
  run(msg: Readonly<Record<string, unknown>>, options?: TurnOptions): Promise<void>;
  /** Turns the clock until so many inputs have ended. */
  untilEnded(count: number, options?: TurnOptions): Promise<void>;
  deploy(flow: readonly FlowNode[], type?: 'full' | 'nodes' | 'flows'): Promise<void>;
  /** The admin side, to be mounted on a server. */
  readonly admin: (typeof helper)['_httpAdmin'];
  stop(): Promise<void>;
}

interface RuntimeOptions {
  readonly clock: ManualClock;
  readonly flow: readonly FlowNode[];
  readonly credentials?: Credentials;
  readonly nodes?: readonly Registration[];
  /** Replaces what needs Node-RED's own login. */
  readonly auth?: () => NodeAPI['auth'];
}

export { serviceAccount } from './service-account';

const tab = { id: 'tab', type: 'tab', label: 'Test flow' };

/** A flow around one node with id `n`: its outputs, errors, completions and statuses are collected. */
export function flowAround(node: Readonly<Record<string, unknown>>, ...others: readonly FlowNode[]): FlowNode[] {
  const place = { z: 'tab', x: 100, y: 100 };
  const collector = (id: string) => ({ ...place, id, type: 'helper', wires: [] });
  return [
    tab,
    ...others,
    { ...place, id: 'n', wires: [['outputs']], ...node } as unknown as FlowNode,
    collector('outputs'),
    { ...place, id: 'the-catch', type: 'catch', scope: null, uncaught: false, wires: [['caught']] },
    collector('caught'),
    { ...place, id: 'the-complete', type: 'complete', scope: ['n'], uncaught: false, wires: [['completed']] },
    collector('completed'),
    { ...place, id: 'the-status', type: 'status', scope: ['n'], wires: [['statuses']] },
    collector('statuses'),
  ];
}

/** A node as its package registers it: with the English texts, and another login if one is given. */
export function withTexts(register: Registration, auth?: NodeAPI['auth']): Registration {
  return (RED) =>
    register(
      Object.create(RED, {
        _: { value: nodeText },
        ...(auth === undefined ? {} : { auth: { value: auth } }),
      }) as NodeAPI,
    );
}

/** Loads a flow into Node-RED. One runtime at a time: Node-RED is one a process. */
export async function startRuntime({
  clock,
  flow,
  credentials = {},
  nodes = [],
  auth,
}: RuntimeOptions): Promise<Runtime> {
  const userDir = mkdtempSync(join(tmpdir(), 'breakerflow-test-'));
  await helper.startServer();
  helper.settings({ breakerflow: { clock }, userDir });
  // Starting the server sets Node-RED's login up anew.
  const access = auth?.();
  const heard = new WeakSet<Node>();
  const lists = {
    outputs: [] as Received[],
    caught: [] as Caught[],
    completed: [] as Received[],
    statuses: [] as Runtime['statuses'],
  };
  await helper.load(
    [...[breakerAccount, breakerControl, meterRead].map((register) => withTexts(register, access)), ...nodes],
    flow,
    credentials,
  );
  collect();

  function collect(): void {
    const into = (id: string, add: (msg: Received) => void) => {
      const collector = helper.getNode(id);
      // A deploy leaves the nodes alone that have not changed.
      if (collector === null || heard.has(collector)) return;
      heard.add(collector);
      collector.on('input', (msg) => add(msg as never));
    };
    into('outputs', (msg) => lists.outputs.push(msg));
    into('caught', (msg) => lists.caught.push(msg as Caught));
    into('completed', (msg) => lists.completed.push(msg));
    into('statuses', ({ status }) => {
      const { fill, shape, text } = status as Record<'fill' | 'shape' | 'text', string>;
      lists.statuses.push({ fill, shape, text });
    });
  }
  function node(id: string): Node {
    const found = helper.getNode(id);
    assert(found !== null, `there is no node ${id}`);
    return found;
  }
  const ended = () => lists.caught.length + lists.completed.length;

  const runtime: Runtime = {
    ...lists,
    userDir,
    node,
    give: (msg, id = 'n') => node(id).receive({ ...msg }),
    async run(msg, options) {
      const before = ended();
      runtime.give(msg);
      await runtime.untilEnded(before + 1, options);
    },
    async untilEnded(count, options) {
      await turnUntil(clock, () => ended() >= count, options);
      await settled();
    },
    async deploy(next, type = 'full') {
      const started = new Promise((resolve) => helper._events.once('flows:started', resolve));
      await helper._redNodes.setFlows(next, credentials, type);
      await started;
      collect();
    },
    admin: (request, response) => helper._httpAdmin(request, response),
    async stop() {
      await helper.unload();
      // An endpoint lingers a moment for the next deploy, and none is to come.
      await clock.advance(10_000);
      await helper.stopServer();
      rmSync(userDir, { recursive: true, force: true });
    },
  };
  return runtime;
}
