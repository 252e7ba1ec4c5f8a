import { isOperationId, rowOf } from '../../src/catalog';
import type { SimulatorSnapshot } from '../../src/simulator';
import { addressId } from '../control/batch-site';
import { operationTrials, type Trial, type TrialSite } from '../nodes/operation-trials';
import type { FlowNode, Registration } from './node-red-test-helper';
import { type Received, serviceAccount, startRuntime, withTexts } from './runtime';
import { startService, startServiceInProcess } from './simulated-service';
import { turned, turnFor } from './turn-clock';

/** One node with the input that it gets. */
export interface Work {
  readonly name: string;
  readonly type: string;
  readonly trial: Trial;
  /** It changes something at the service. */
  readonly writes: boolean;
}

/** What came of it. */
export interface Outcome {
  readonly work: string;
  readonly payloads: readonly unknown[];
  readonly error?: { readonly code: string; readonly message: string };
}

/** A site with a batch, a key and a capture, before anything differs. */
export interface PreparedSite {
  readonly state: SimulatorSnapshot;
  readonly at: number;
  readonly site: TrialSite;
}

/** Each work begins at a time of its own, so that what it measures does not depend on those before. */
const betweenWorksMs = 300_000;
/** The actions and operations that change something at the service. */
const isWrite = /^(open|change|restart|set|label|create|assign|delete|cancel|decommission|capture)/;
/** They run on by themselves, and end what they have begun with their node. */
const watching = new Set(['load-manager', 'circuit-watch']);
const alwaysThere = new Set(['breaker-account', 'breaker-control', 'meter-read']);

export async function prepareSite(): Promise<PreparedSite> {
  const service = await startServiceInProcess();
  const { clock } = service;
  const call = <T>(promise: Promise<T>) => turned(clock, promise);
  const client = service.client();
  const breaker = service.device('Kitchen outlets');
  const batch = {
    deviceIds: [breaker],
    startTime: new Date(clock.now() + 86_400_000).toISOString(),
    path: '/bargraph/settings/mode' as const,
    body: { mode: 'user-defined' },
  };
  const { data } = await call(client.call('batchCommands.create', { body: batch }));
  const { data: key } = await call(client.call('udpKeys.create', { body: { keyType: 'unicast' } }));
  await call(client.call('waveforms.capture', { path: { deviceId: breaker } }));
  const prepared = {
    state: service.simulator.snapshot(),
    at: clock.now(),
    site: {
      breaker,
      charger: service.device('EV charger left'),
      address: addressId,
      batchId: data.id,
      keyId: key.id,
    },
  };
  await service.close();
  return prepared;
}

/** The main work of each node that takes messages: what reads before what writes. */
export function worksOf(site: TrialSite): Work[] {
  const works = Object.entries(operationTrials).flatMap(([type, trials]) =>
    trials(site).flatMap((trial): Work[] => {
      if (watching.has(type) || type === 'breaker-account') return [];
      const { operation, action, schedule } = trial.settings;
      const name = [type, operation, action, schedule].filter(Boolean).join(' ');
      const calls = typeof operation === 'string' && isOperationId(operation) ? rowOf(operation).method : undefined;
      const writes = calls === undefined ? isWrite.test(String(operation ?? action)) : calls !== 'GET';
      return [{ name, type, trial, writes }];
    }),
  );
  const isLast = ({ name }: Work) => name.includes('decommission');
  return [
    ...works.filter((work) => !work.writes),
    ...works.filter((work) => work.writes && !isLast(work)),
    ...works.filter(isLast),
  ];
}

/** What stands between the nodes and a service. */
export interface Gateway {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Lets nodes do their work at a site that differs in these ways; `behind` puts something in front of its base URL. */
export async function doWorks(
  prepared: PreparedSite,
  works: readonly Work[],
  variants: readonly string[],
  behind?: (serviceUrl: string) => Promise<Gateway>,
): Promise<Outcome[]> {
  const service = await startService({ initialState: prepared.state, initialStateAt: prepared.at, variants });
  const { clock } = service;
  const gateway = await behind?.(service.settings.baseUrl);
  const { account, credentials } = serviceAccount(service, gateway === undefined ? {} : { baseUrl: gateway.baseUrl });
  const types = new Set(works.map(({ type }) => type));
  const red = await startRuntime({
    clock,
    flow: flowOf(works, account),
    credentials,
    nodes: [...types].filter((type) => !alwaysThere.has(type)).map((type) => withTexts(registrationOf(type))),
  });
  const outcomes: Outcome[] = [];
  try {
    const beganMs = clock.now();
    for (const [index, { name, trial }] of works.entries()) {
      const startMs = beganMs + (index + 1) * betweenWorksMs;
      await turnFor(clock, startMs - clock.now());
      const before = {
        outputs: red.outputs.length,
        caught: red.caught.length,
        ended: red.caught.length + red.completed.length,
      };
      red.give(trial.msg ?? {}, `work-${index}`);
      await red.untilEnded(before.ended + 1, { withinMs: betweenWorksMs * 2 });
      const [caught] = red.caught.slice(before.caught);
      outcomes.push({
        work: name,
        payloads: red.outputs.slice(before.outputs).map(payloadOf),
        ...(caught === undefined ? {} : { error: { code: caught.error.code, message: caught.error.message } }),
      });
    }
  } finally {
    await red.stop();
    await gateway?.stop();
    await service.close();
  }
  return outcomes;
}

export const registrationOf = (type: string) =>
  (require(`../../nodes/${type}/${type}`) as { readonly default: Registration }).default;

const payloadOf = ({ payload }: Received) => structuredClone(payload);

export function flowOf(works: readonly Work[], account: FlowNode): FlowNode[] {
  const place = { z: 'tab', x: 100, y: 100 };
  const collector = (id: string) => ({ ...place, id, type: 'helper', wires: [] });
  const ids = works.map((_, index) => `work-${index}`);
  return [
    { id: 'tab', type: 'tab', label: 'Works' },
    account,
    ...works.map(({ type, trial }, index) => ({
      ...place,
      ...{ type, account: 'account', mute: false, ...trial.settings },
      id: `work-${index}`,
      wires: [['outputs'], ['outputs']],
    })),
    collector('outputs'),
    { ...place, id: 'the-catch', type: 'catch', scope: null, uncaught: false, wires: [['caught']] },
    collector('caught'),
    { ...place, id: 'the-complete', type: 'complete', scope: ids, uncaught: false, wires: [['completed']] },
    collector('completed'),
    { ...place, id: 'the-status', type: 'status', scope: ids, wires: [['statuses']] },
    collector('statuses'),
  ] as unknown as FlowNode[];
}
