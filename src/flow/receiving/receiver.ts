import type { Node } from 'node-red';
import type { Clock } from '../../clock';
import {
  createRefusalLog,
  PathTakenError,
  type RefusalLog,
  type RefusalNotice,
  type Registration,
  type Target,
} from '../../inbound';
import type { Account } from '../accounts/account';
import { presentError } from '../node/present-error';
import type { Texts } from '../node/texts';
import type { Endpoint } from './endpoint';
import type { ReceiverStatus } from './receiver-status';
import type { Hub, HubState } from './shared-endpoint';

/** What a receiving node shows the editor of the requests that come in. */
export interface ReceiverReport {
  readonly url: string;
  readonly state: HubState['status'] | 'guarded';
  readonly refusals: ReturnType<RefusalLog['recent']>;
}

export interface Receiver {
  readonly refusals: RefusalLog;
  /** Resolves when requests can come in, as far as that is ours to see to; rejects where they never will. */
  readonly ready: Promise<void>;
  report(): Promise<ReceiverReport>;
  /** From now on requests get 503, or 404 where the node was removed. */
  close(removed: boolean): Promise<void>;
}

interface ReceiverOptions {
  readonly node: Node;
  readonly clock: Clock;
  readonly status: ReceiverStatus;
  readonly texts: Texts;
  readonly endpoint: Endpoint;
  /** The route that is shown as the receiver's address. */
  readonly route: string;
  /** The account whose built-in simulator, if it has one, must find its way here. */
  readonly account: Account | undefined;
  /** Called at most once a reason and minute, with the count. */
  readonly onRefused: (notice: RefusalNotice) => void;
  /** The targets to register: made when the endpoint is open. */
  readonly targets: (hub: Hub, refusals: RefusalLog) => (Target & { close(): void })[];
}

/** Registers a node's targets at its endpoint and says in its status whether requests can come in. */
export function openReceiver(options: ReceiverOptions): Receiver {
  const { node, clock, status, texts, endpoint, account } = options;
  const refusals = createRefusalLog({
    clock,
    warn(notice) {
      const { reason, remote, count, accessKeyIdEnd } = notice;
      node.warn(texts('receiver.refused', { reason, remote, count, key: accessKeyIdEnd ?? '-' }));
      if (!closed) options.onRefused(notice);
    },
  });
  const registrations: Registration[] = [];
  const targets: (Target & { close(): void })[] = [];
  const endings: (() => void)[] = [];
  let closed = false;

  const opening = (async () => {
    const hub = await endpoint.hub();
    if (closed) return;
    targets.push(...options.targets(hub, refusals));
    for (const target of targets) registrations.push(hub.router.register(target));
    if (endpoint.isGuarded) {
      status.guarded();
      node.warn(texts('receiver.nodeAuth'));
    }
    const show = () => status.entrance(hub.state(), hub.isForgetful());
    endings.push(hub.onState(show));
    show();
    endings.push(endpoint.onDataLoss(() => status.warned(texts('queue.lost'))));
    await leadSimulatorHere();
  })();
  opening.catch((error) => {
    if (closed) return;
    const taken = error instanceof PathTakenError;
    status.broken(taken ? texts('receiver.pathTaken') : texts('status.misconfigured'));
    node.error(taken ? texts('receiver.pathTakenBy', { path: error.path }) : presentError(error, texts).message);
  });

  // The simulator runs on this machine and cannot resolve the public name.
  async function leadSimulatorHere(): Promise<void> {
    const simulator = await account?.simulator().catch(() => undefined);
    if (simulator === undefined || closed) return;
    endings.push(simulator.deliveries.routes.add({ from: endpoint.publicUrl, to: endpoint.localOrigin() }));
  }

  return {
    refusals,
    ready: opening,
    async report() {
      const { status: state } = (await endpoint.hub()).state();
      return {
        url: `${endpoint.publicUrl}${endpoint.pathOf(options.route)}`,
        state: status.isGuarded() ? 'guarded' : state,
        refusals: refusals.recent(),
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
      refusals.close();
    },
  };
}
