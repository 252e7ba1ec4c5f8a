import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import circuitWatch from '../../nodes/circuit-watch/circuit-watch';
import { circuit } from '../directory/circuits';
import type { FlowNode } from './node-red-test-helper';
import { flowAround, type Received, type Runtime, serviceAccount, startRuntime, withTexts } from './runtime';
import type { SimulatedService } from './simulated-service';
import { settled, turnUntil } from './turn-clock';

const minute = 60_000;

/** A circuit-watch in Node-RED on the simulator. */
export interface WatchingNode {
  readonly red: Runtime;
  /** What it has told, without its tables. */
  events(): Received[];
  /** The names of those, in order. */
  told(): unknown[];
  badge(): Runtime['statuses'][number] | undefined;
  /** Its last table. */
  table(): readonly Received[];
  pass(ms: number): Promise<void>;
  /** Deploys the node with other settings. */
  deploy(settings: object, type?: 'full' | 'nodes' | 'flows'): Promise<void>;
  /** Deploys a flow without it. */
  remove(): Promise<void>;
}

interface WatchingOptions {
  readonly service: SimulatedService;
  /** Of the node; its time zone is that of New York. */
  readonly settings: object;
  /** Of the account. */
  readonly account?: object;
  /** What each device is called, by its label. */
  readonly names?: Readonly<Record<string, string>>;
}

export async function startWatching({ service, settings, account = {}, names = {} }: WatchingOptions) {
  const flow = (node: object): FlowNode[] =>
    flowAround(
      {
        ...{ type: 'circuit-watch', name: '', account: 'account', target: 'devices', zone: 'America/New_York' },
        ...{ wires: [['outputs'], ['outputs'], ['outputs']], ...node },
      },
      serviceAccount(service, account as never).account,
      {
        ...{ id: 'directory', type: 'breaker-directory', account: 'account' },
        circuits: Object.entries(names).map(([label, name]) => circuit(service.device(label), name)),
      } as unknown as FlowNode,
    );
  const { credentials } = serviceAccount(service, account as never);
  const red = await startRuntime({
    ...{ clock: service.clock, flow: flow(settings), credentials },
    nodes: [withTexts(breakerDirectory), withTexts(circuitWatch)],
  });
  await settled();
  const events = () => red.outputs.filter(({ event }) => event !== undefined);
  const watching: WatchingNode = {
    ...{ red, events },
    told: () => events().map(({ event }) => event),
    badge: () => red.statuses.at(-1),
    table: () => (red.outputs.findLast(({ event }) => event === undefined)?.payload ?? []) as Received[],
    async pass(ms) {
      const untilMs = service.clock.now() + ms;
      await turnUntil(service.clock, () => service.clock.now() >= untilMs, { withinMs: ms + minute });
      await settled();
    },
    async deploy(other, type) {
      await red.deploy(flow({ ...settings, ...other }), type);
      await settled();
    },
    async remove() {
      await red.deploy(flow(settings).filter(({ id }) => id !== 'n'));
      await settled();
    },
  };
  return watching;
}
