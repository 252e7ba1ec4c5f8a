import { type AdminServer, serveAdmin } from './admin-server';
import type { FlowNode } from './node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime } from './runtime';
import { type SimulatedService, startService } from './simulated-service';
import { turned } from './turn-clock';

/** The admin side of a Node-RED with an account of a simulated service. */
export interface AdminSide {
  readonly service: SimulatedService;
  readonly runtime: Runtime;
  readonly origin: string;
  /** Sends, and turns the clock until it is answered. */
  readonly ask: AdminServer['send'];
  /** Sends, with the clock standing still. */
  readonly send: AdminServer['send'];
  stop(): Promise<void>;
}

interface AdminSideOptions {
  /** Types beside those that each runtime has. */
  readonly nodes?: Parameters<typeof startRuntime>[0]['nodes'];
  readonly auth?: Parameters<typeof startRuntime>[0]['auth'];
  readonly root?: string;
  readonly account?: Parameters<typeof serviceAccount>[1];
  /** The flow with that account; a meter-read of it unless told otherwise. */
  readonly flow?: (account: FlowNode, service: SimulatedService) => FlowNode[];
}

export async function startAdminSide({
  nodes = [],
  auth,
  root,
  account: settings,
  flow = (account) => flowAround({ type: 'meter-read', account: 'account' }, account),
}: AdminSideOptions = {}): Promise<AdminSide> {
  const service = await startService();
  const { account, credentials } = serviceAccount(service, settings);
  const runtime = await startRuntime({
    clock: service.clock,
    flow: flow(account, service),
    credentials,
    nodes,
    ...(auth === undefined ? {} : { auth }),
  });
  const server = await serveAdmin(runtime.admin, root);
  return {
    service,
    runtime,
    origin: server.origin,
    send: server.send,
    ask: (...request) => turned(service.clock, server.send(...request)),
    async stop() {
      await server.close();
      await runtime.stop();
      await service.close();
    },
  };
}
