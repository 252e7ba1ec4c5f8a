import type { Node } from 'node-red';
import type { Clock } from '../../clock';
import {
  createRejectionLog,
  PathTakenError,
  type Registration,
  type RejectionLog,
  type RejectionNotice,
  type Target,
} from '../../receiver';
import { type Account, presentError, type Texts } from '..';
import type { Endpoint } from './endpoint';
import type { ReceiverStatus } from './receiver-status';
import type { SharedEndpoint, SharedEndpointState } from './shared-endpoint';

/** The state of a receiving node and its last rejections, for the editor. */
export interface ReceiverReport {
  readonly url: string;
  readonly state: SharedEndpointState['status'] | 'guarded';
  /** The last rejections, newest first. */
  readonly refusals: ReturnType<RejectionLog['recent']>;
}

export interface Receiver {
  readonly rejections: RejectionLog;
  /** Resolves when the routes are registered; rejects if they cannot be. */
  readonly ready: Promise<void>;
  report(): Promise<ReceiverReport>;
  /** Later requests get 503, or 404 if the node was removed. */
  close(removed: boolean): Promise<void>;
}

interface ReceiverOptions {
  readonly node: Node;
  readonly clock: Clock;
  readonly status: ReceiverStatus;
  readonly texts: Texts;
  readonly endpoint: Endpoint;
  /** Route shown as the address of the receiver. */
  readonly route: string;
  /** The account; its embedded simulator, if it has one, delivers to this receiver. */
  readonly account: Account | undefined;
  /** Called at most once per reason and minute, with the count. */
  readonly onRejected: (notice: RejectionNotice) => void;
  /** Creates the targets to register, when the endpoint is open. */
  readonly targets: (shared: SharedEndpoint, rejections: RejectionLog) => (Target & { close(): void })[];
}

/** Registers the targets of a node at its endpoint and shows in its status whether requests can arrive. */
export function openReceiver(options: ReceiverOptions): Receiver {
  const { node, clock, status, texts, endpoint, account } = options;
  const rejections = createRejectionLog({
    clock,
    warn(notice) {
      const { reason, remote, count, accessKeyIdEnd } = notice;
      node.warn(texts('receiver.refused', { reason, remote, count, key: accessKeyIdEnd ?? '-' }));
      if (!closed) options.onRejected(notice);
    },
  });
  const registrations: Registration[] = [];
  const targets: (Target & { close(): void })[] = [];
  const endings: (() => void)[] = [];
  let closed = false;

  const opening = (async () => {
    const shared = await endpoint.shared();
    if (closed) return;
    targets.push(...options.targets(shared, rejections));
    for (const target of targets) registrations.push(shared.router.register(target));
    if (endpoint.requiresUser) {
      status.guarded();
      node.warn(texts('receiver.nodeAuth'));
    }
    const show = () => status.listener(shared.state(), shared.isMemoryOnly());
    endings.push(shared.onState(show));
    show();
    endings.push(endpoint.onDataLoss(() => status.warned(texts('queue.lost'))));
    await routeSimulator();
  })();
  opening.catch((error) => {
    if (closed) return;
    const taken = error instanceof PathTakenError;
    status.broken(taken ? texts('receiver.pathTaken') : texts('status.misconfigured'));
    node.error(taken ? texts('receiver.pathTakenBy', { path: error.path }) : presentError(error, texts).message);
  });

  // The simulator runs on this machine, where the public name may not resolve.
  async function routeSimulator(): Promise<void> {
    const simulator = await account?.simulator().catch(() => undefined);
    if (simulator === undefined || closed) return;
    endings.push(simulator.deliveries.routes.add({ from: endpoint.publicUrl, to: endpoint.localOrigin() }));
  }

  return {
    rejections,
    ready: opening,
    async report() {
      const { status: state } = (await endpoint.shared()).state();
      return {
        url: `${endpoint.publicUrl}${endpoint.pathOf(options.route)}`,
        state: status.isGuarded() ? 'guarded' : state,
        refusals: rejections.recent(),
      };
    },
    async close(removed) {
      closed = true;
      for (const registration of registrations) {
        if (removed) registration.remove();
        else registration.redeploying();
      }
      for (const target of targets) target.close();
      for (const end of endings) end();
      rejections.close();
    },
  };
}
