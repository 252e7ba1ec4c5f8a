import { type FlowNode, helper, type Registration } from '../../test/support/node-red-test-helper';
import { serve } from '../harness/serve';

/** Where the types of a flow and the simulator are loaded from. */
export type FlowModules = { readonly types: readonly string[] } & (
  | { readonly files: readonly string[]; readonly library: string }
  | { readonly bundle: string }
);

type CreateSimulator = (options?: object) => Promise<{ close(): Promise<void> }>;

function loaded(modules: FlowModules): { registrations: Registration[]; createSimulator: CreateSimulator } {
  if ('bundle' in modules) {
    const { nodes, createSimulator } = require(modules.bundle);
    return { registrations: modules.types.map((type) => nodes[type]), createSimulator };
  }
  const registrations = modules.files.map((file) => require(file).default as Registration);
  return { registrations, createSimulator: (options) => require(modules.library).createSimulator(options) };
}

const idOf = (type: string) => `the-${type}`;

/** A node of each type; what it lacks has its default. */
function flowOf(types: readonly string[]): FlowNode[] {
  const place = { z: 'tab', x: 100, y: 100, account: idOf('breaker-account'), wires: [[]] };
  return types.map((type) => ({
    id: idOf(type),
    type,
    ...(type === 'breaker-account' ? { mode: 'simulator' } : { ...place, operation: 'devices.list' }),
  }));
}

serve({
  /** Node-RED itself is loaded, and has started a flow. */
  async prepare() {
    await helper.load([], [{ id: 'tab', type: 'tab', label: 'Empty' }], {});
    await helper.unload();
  },
  /** The CPU time of loading the types, starting a flow with one node of each and making a simulator, in ms. */
  async start(modules: FlowModules): Promise<number> {
    const before = process.cpuUsage();
    const { registrations, createSimulator } = loaded(modules);
    await helper.load(registrations, [{ id: 'tab', type: 'tab', label: 'Flow' }, ...flowOf(modules.types)], {});
    const simulator = await createSimulator();
    const { user, system } = process.cpuUsage(before);
    for (const type of modules.types) if (helper.getNode(idOf(type)) === null) throw new Error(`there is no ${type}`);
    await simulator.close();
    await helper.unload();
    return (user + system) / 1000;
  },
});
