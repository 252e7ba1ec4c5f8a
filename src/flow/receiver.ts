import type { Node } from 'node-red';
import type { Clock } from '../clock';
import {
  createRefusalLog,
  type ListenerState,
  PathTakenError,
  type RefusalLog,
  type Registration,
  type Target,
} from '../inbound';
import type { Account } from './account';
import type { Endpoint } from './endpoint';
import type { Hub } from './endpoint-hub';
import { presentError } from './present-error';
import type { Status } from './status';
import type { Texts } from './texts';

/** What a receiving node shows the editor of itself. */
export interface ReceiverReport {
  readonly url: string;
  readonly state: ListenerState['status'] | 'shared';
  readonly refusals: ReturnType<RefusalLog['recent']>;
}

export interface Receiver {
  readonly refusals: RefusalLog;
  /** Resolves when requests can come in, as far as that is ours to see to. */
  readonly ready: Promise<void>;
  report(): Promise<ReceiverReport>;
  close(removed: boolean): Promise<void>;
}

interface ReceiverOptions {
  readonly node: Node;
  readonly clock: Clock;
  readonly status: Status;
  readonly texts: Texts;
  readonly endpoint: Endpoint;
  /** The route that is shown as the receiver's address. */
  readonly route: string;
  /** The account whose built-in simulator, if it has one, must find its way here. */
  readonly account?: Account;
  /** The targets to register: made when the endpoint is open. */
  readonly targets: (
    pathOf: (route: string) => string,
    hub: Hub,
    refusals: RefusalLog,
  ) => (Target & { close(): void })[];
}

/** Registers a node's targets at its endpoint and says in its status whether requests can come in. */
export function openReceiver(options: ReceiverOptions): Receiver {
  const { node, clock, status, texts, endpoint } = options;
  const refusals = createRefusalLog({
    clock,
    warn: ({ reason, remote, count, accessKeyIdEnd }) =>
      node.warn(texts('receiver.refused', { reason, remote, count, key: accessKeyIdEnd ?? '-' })),
  });
  const registrations: Registration[] = [];
  const targets: (Target & { close(): void })[] = [];
  const endings: (() => void)[] = [];

  function showState(state: Awaited<ReturnType<Endpoint['state']>>): void {
    if (state.status === 'waiting') status.show('error', texts('receiver.portTaken', { code: state.code }));
    else if (state.status === 'failed') status.show('error', texts('receiver.tls'));
    else if (state.status === 'listening' || state.status === 'shared')
      status.show('fresh', texts('receiver.listening'));
  }

  const opening = (async () => {
    const hub = await endpoint.hub();
    targets.push(...options.targets(endpoint.pathOf, hub, refusals));
    for (const target of targets) registrations.push(hub.router.register(target));
    endings.push(hub.onState(() => showState(hub.state())));
    showState(hub.state());
    await leadSimulatorHere();
  })();
  opening.catch((error) => {
    const taken = error instanceof PathTakenError;
    status.show('error', taken ? texts('receiver.pathTaken') : texts('status.misconfigured'));
    node.error(taken ? texts('receiver.pathTakenBy', { path: error.path }) : presentError(error, texts).message);
  });

  // The simulator runs on this machine and cannot resolve the public name.
  async function leadSimulatorHere(): Promise<void> {
    const to = endpoint.localOrigin();
    const simulator = await options.account?.simulator().catch(() => undefined);
    if (simulator === undefined || to === undefined) return;
    endings.push(simulator.deliveries.routes.add({ from: endpoint.publicUrl, to }));
  }

  return {
    refusals,
    ready: opening,
    async report() {
      const { status: state } = await endpoint.state();
      return { url: `${endpoint.publicUrl}${endpoint.pathOf(options.route)}`, state, refusals: refusals.recent() };
    },
    async close(removed) {
      await opening.catch(() => {});
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
