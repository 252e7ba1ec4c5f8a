import { hooks } from '@node-red/util';
import type { ClientError } from '../../src/client';
import type { ManualClock } from '../../src/clock';
import type { LoggedRequest } from '../../src/simulator';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround, type Received, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turnUntil } from '../support/turn-clock';

export type Command = 'open' | 'close' | 'openFor';

/** The end of a message, with an error or without. */
export interface CommandEnd {
  readonly id: number;
  readonly error?: ClientError;
}

/** A Node-RED on the simulator with a meter and one breaker, which two accounts of the service command. */
export interface CommandedSite {
  readonly service: SimulatedService;
  readonly red: Runtime;
  readonly device: string;
  readonly ends: Map<number, CommandEnd>;
  /** The number of ends beyond one per message. */
  endedTwice(): number;
  outcomeOf(id: number): string | undefined;
  /** Sends a command and returns the number of its message. */
  command(command: Command, account: 0 | 1): number;
  read(): number;
  deploy(type: 'full' | 'nodes' | 'flows'): Promise<void>;
  pass(ms: number): Promise<void>;
  /** Returns the requests since the last call. */
  takeRequests(): LoggedRequest[];
  allEnded(): boolean;
  stop(): Promise<void>;
}

/** The most requests that may wait for the simulator's clock. */
const maxHeldRequests = 20;
const hook = 'onComplete.breakerflowCommanded';
/** The seconds for which `openFor` opens a breaker. */
export const openedForS = 12;

/** `runtimeClock` derives Node-RED's clock from the service's clock. */
export async function startCommandedSite(
  runtimeClock: (clock: ManualClock) => ManualClock = (clock) => clock,
): Promise<CommandedSite> {
  const service = await startService();
  const { clock, simulator } = service;
  const device = service.device('Kitchen outlets');
  const first = serviceAccount(service);
  const common = { z: 'tab', x: 100, y: 100, target: 'devices', devices: [device], wires: [['outputs']] };
  const control = { ...common, type: 'breaker-control', action: 'value', command: 'payload', commandType: 'msg' };
  let deploys = 0;
  const flow = (): FlowNode[] => [
    ...flowAround({ ...common, type: 'meter-read', account: 'account' }, first.account, {
      ...first.account,
      id: 'account2',
      name: 'another account of the service',
    }),
    ...(['account', 'account2'] as const).map(
      (account, index) =>
        ({
          ...control,
          account,
          id: `control${index}`,
          name: `deploy ${deploys}`,
          mute: false,
          confirmClose: false,
        }) as unknown as FlowNode,
    ),
  ];
  const keys = first.credentials.account ?? {};
  const red = await startRuntime({
    clock: runtimeClock(clock),
    flow: flow(),
    credentials: { account: keys, account2: keys },
  });
  const ends = new Map<number, CommandEnd>();
  let sentMessages = 0;
  let endedTwice = 0;
  hooks.add(hook, ({ msg, error, node }: { msg: Received; error?: ClientError | null; node: { id: string } }) => {
    if (node.id !== 'n' && !node.id.startsWith('control')) return;
    const id = Number(msg.soakId);
    if (ends.has(id)) endedTwice += 1;
    ends.set(id, error ? { id, error } : { id });
  });
  function sendMessage(node: string, msg: object): number {
    sentMessages += 1;
    red.give({ ...msg, soakId: sentMessages }, node);
    return sentMessages;
  }
  return {
    service,
    red,
    device,
    ends,
    endedTwice: () => endedTwice,
    outcomeOf(id) {
      const output = red.outputs.find(({ soakId }) => soakId === id);
      return (output?.payload as { readonly outcome?: string } | undefined)?.outcome;
    },
    command: (command, account) =>
      sendMessage(`control${account}`, {
        payload: command === 'openFor' ? { command: 'open', secondsUntilReset: openedForS } : command,
      }),
    read: () => sendMessage('n', {}),
    async deploy(type) {
      deploys += 1;
      await red.deploy(flow(), type);
    },
    async pass(ms) {
      let passed = false;
      clock.after(ms, () => {
        passed = true;
      });
      await turnUntil(clock, () => passed, { held: maxHeldRequests, withinMs: ms + 1 });
    },
    takeRequests() {
      const requests = [...simulator.controls.requests];
      simulator.controls.clearRequests();
      return requests;
    },
    allEnded: () => ends.size === sentMessages,
    async stop() {
      hooks.remove(hook);
      await red.stop();
      await service.close();
    },
  };
}
