import assert from 'node:assert/strict';
import { createManualClock, type ManualClock } from '../../src/clock';
import { freePort } from '../support/free-port';
import { type FlowNode, helper, type Registration } from '../support/node-red-test-helper';
import { type Caught, type Received, type Runtime, startRuntime, withTexts } from '../support/runtime';
import { settled, turnUntil } from '../support/turn-clock';
import {
  core,
  examples,
  folderOf,
  nodeFile,
  olderExamples,
  olderRunnable,
  ours,
  read,
  runnable,
  runWithEngines,
} from './example-files';
import { withOwnSites } from './own-sites';

/** Loaded with every runtime of the tests. */
const loadedAlways = ['breaker-account', 'breaker-control', 'meter-read'];

/** The debug node of the examples that shows what they catch. */
export const errors = 'code and cause';

/** What the debug nodes of an example got, by their names, with a clock that is turned. */
export interface RunningExample {
  readonly flow: readonly FlowNode[];
  readonly clock: ManualClock;
  readonly red: Runtime;
  /** Messages at the debug node of this name. */
  at(name: string): (Received & Partial<Caught>)[];
  /** Clicks an inject and turns the clock until the debug node has got a message more. */
  click(inject: string, debug: string): Promise<Received & Partial<Caught>>;
  push(inject: string): void;
  /** Where its HTTP nodes serve. */
  readonly url: string;
}

/** Replaces what a test cannot have as the example names it, such as the address of another system. */
export type ChangeFlow = (flow: FlowNode[]) => FlowNode[] | Promise<FlowNode[]>;

/** Sets the variables that a user sets in the flow's properties. */
export const withVariables =
  (variables: Readonly<Record<string, string>>): ChangeFlow =>
  (flow) =>
    flow.map((node) => {
      if (node.type !== 'tab') return node;
      const env = node.env as readonly { readonly name: string; readonly value: string }[];
      assert.deepEqual(env.map(({ name }) => name).sort(), Object.keys(variables).sort());
      return { ...node, env: env.map((one) => ({ ...one, value: variables[one.name] })) };
    });

/** Without what comes by itself: only what a test gives is read. */
export const silent: ChangeFlow = (flow) =>
  flow.map((node) => (/^(meter-read|stream-receiver)$/.test(node.type) ? { ...node, wires: [] } : node));

/** Adds a test of the example with this name, without `.json`. */
export type AddTest = (
  name: string,
  title: string,
  check: (example: RunningExample) => Promise<void>,
  change?: ChangeFlow,
) => void;

type Version = 'imported' | 'older';
/** Adds a test to the examples as imported, or as 0.1.0 stored them, for one that tells another story since. */
export type AddOnly = Readonly<Record<Version, AddTest>>;
type Define = (example: AddTest, only: AddOnly) => void;

/**
 * The tests of a folder of examples, each run on the built-in simulator as imported, and as 0.1.0 stored it; every example needs
 * one.
 */
export function describeExamples(folder: string, define: Define): void {
  const imported = { version: 'imported', from: examples, paths: runnable } as const;
  const older = { version: 'older', from: olderExamples, paths: olderRunnable } as const;
  describeFlows(`examples/${folder}, as imported`, folder, imported, define);
  describeFlows(`examples/${folder}, of 0.1.0`, folder, older, define);
}

interface Flows {
  readonly version: Version;
  readonly from: string;
  readonly paths: readonly string[];
}

function describeFlows(title: string, folder: string, { version, from, paths }: Flows, define: Define): void {
  const runnable = paths.filter((path) => folderOf(path) === folder && !(path in runWithEngines));
  if (runnable.length === 0) return;
  describe(title, () => {
    const tested = new Set<string>();
    let red: Runtime | undefined;
    afterEach(async () => {
      await red?.stop();
      red = undefined;
    });
    const add: AddTest = (name, title, check, change) => {
      const path = `${folder}/${name}.json`;
      // A newer example has no flow of 0.1.0.
      if (from === olderExamples && !runnable.includes(path)) return;
      tested.add(path);
      it(`${name}: ${title}`, async () => {
        await check(
          await openExample(read(path, from), change, (runtime) => {
            red = runtime;
          }),
        );
      });
    };
    const addTo =
      (wanted: Version): AddTest =>
      (...test) => {
        if (wanted === version) add(...test);
      };
    define(add, { imported: addTo('imported'), older: addTo('older') });

    it('none is left out', () => {
      assert.deepEqual([...tested].sort(), runnable);
    });
  });
}

/** Starts a flow on a clock of its own, and turns it past the mute after the start. */
export async function openExample(
  imported: readonly FlowNode[],
  change: ChangeFlow = (flow) => flow,
  started: (runtime: Runtime) => void,
): Promise<RunningExample> {
  const clock = createManualClock();
  await import('got');
  const flow = withOwnSites(await change(await withFreePorts(imported)));
  const types = new Set(flow.map(({ type }) => type));
  const files = new Set(Object.entries(core).flatMap(([type, file]) => (types.has(type) ? [file] : [])));
  const nodes = [...files].map((file) => require(`@node-red/nodes/core/${file}`) as Registration);
  const more = ours
    .filter((type) => types.has(type) && !loadedAlways.includes(type))
    .map((type) => withTexts((nodeFile(type, type) as { default: Registration }).default));
  let served: unknown;
  const keepServed: Registration = (RED) => {
    served = RED.httpNode;
  };
  const runtime = await startRuntime({ clock, flow, nodes: [...nodes, ...more, keepServed] });
  started(runtime);
  const { _app: app } = helper as unknown as { _app: { use(handler: unknown): void } };
  app.use(served);
  const named = (type: string, name: string) => {
    const found = flow.find((node) => node.type === type && node.name === name);
    assert(found !== undefined, `${type} "${name}"`);
    return found.id;
  };
  const shown = new Map<string, Received[]>();
  for (const { id, name } of flow.filter(({ type }) => type === 'debug')) {
    const list: Received[] = [];
    shown.set(String(name), list);
    runtime.node(id).on('input', (msg) => list.push(msg as never));
  }
  const at = (name: string) => shown.get(name) ?? assert.fail(`there is no debug "${name}"`);
  const push = (name: string) => runtime.give({}, named('inject', name));
  // Past the mute after the start.
  await clock.advance(6_000);
  return {
    flow,
    clock,
    red: runtime,
    at,
    push,
    url: (helper as unknown as { url(): string }).url(),
    async click(inject, debug) {
      const before = at(debug).length;
      push(inject);
      await turnUntil(clock, () => at(debug).length > before);
      await settled();
      assert.equal(at(debug).length, before + 1);
      return at(debug)[before] ?? assert.fail();
    },
  };
}

/** The ports that examples name may be taken where tests run. */
function withFreePorts(flow: readonly FlowNode[]): Promise<FlowNode[]> {
  return Promise.all(
    flow.map(async (node) => (node.type === 'breaker-endpoint' ? { ...node, port: await freePort() } : node)),
  );
}
