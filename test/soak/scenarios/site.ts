import batchSchedule from '../../../nodes/batch-schedule/batch-schedule';
import type { DeliveryFault, Fault, FaultKind } from '../../../src/simulator';
import { below, createRandom, pick } from '../../sigv4/mutations';
import type { FlowNode } from '../../support/node-red-test-helper';
import { type Receiving, startDeliveringService, startReceiving } from '../../support/receiving';
import { withTexts } from '../../support/runtime';
import { holdingsOfThisProcess } from '../probe';
import { mustBe, mustBeBack, type SoakScenario } from '../scenario';

const hourMs = 3_600_000;
const heapGrowthMaxMb = 25;
const deployTypes = ['full', 'flows', 'nodes'] as const;
const faultKinds: readonly FaultKind[] = [
  'offline',
  'too-many-requests',
  'unavailable',
  'bare-status',
  'reset-before',
  'reset-after',
  'malformed-json',
  'truncated',
  'empty-body',
  'html',
  'redirect',
  'gzip',
  'expired-token',
];
const deliveryFaults: readonly DeliveryFault[] = [
  { kind: 'duplicate', copies: 2, times: 2 },
  { kind: 'reorder', times: 1 },
  { kind: 'dropped-answer', times: 2 },
  { kind: 'bad-signature', times: 1 },
  { kind: 'wrong-date', offsetMs: -hourMs, times: 1 },
  { kind: 'delay', delayMs: 8_000, times: 2 },
];

/** What was done at a site, and what became of it. */
interface Day {
  readonly given: Set<number>;
  readonly ended: number[];
  readonly counts: Record<'redeploys' | 'faults' | 'offline' | 'tokens' | 'commands' | 'batches', number>;
  /** Publishes that were answered with 200. */
  readonly accepted: Set<string>;
  readonly taken: string[];
  /** Timers on the clock after everything is closed. */
  timersLeft: number;
}

/** A day at a simulated site in minutes: tokens expire, devices come and go, flows are deployed, and anything fails. */
export const site: SoakScenario = {
  name: 'site',
  async run({ seed, short }) {
    // What is loaded once stays loaded.
    await live(hourMs / 2, seed);
    const before = await holdingsOfThisProcess();
    const hours = short ? 2 : 48;
    const { given, ended, counts, accepted, taken, timersLeft } = await live(hours * hourMs, seed);
    // The test helper keeps the log of its last runtime: before and after, that is a short one.
    await live(hourMs / 2, seed);
    const after = await holdingsOfThisProcess();
    const once = new Set(ended);
    const out = new Set(taken);
    const all = {
      hours,
      messages: given.size,
      ...counts,
      'without an end': [...given].filter((id) => !once.has(id)).length,
      'ended twice': ended.length - once.size,
      publishes: accepted.size,
      lost: [...accepted].filter((id) => !out.has(id)).length,
      twice: taken.length - out.size,
      'timers left': timersLeft,
    };
    return {
      counts: all,
      failures: [
        ...mustBe(all, { 'without an end': 0, 'ended twice': 0, lost: 0, twice: 0, 'timers left': 0 }),
        ...(counts.tokens < hours ? [`${counts.tokens} tokens in ${hours} hours`] : []),
        ...(accepted.size < 10 ? ['hardly anything was pushed'] : []),
        ...mustBeBack(before, after, heapGrowthMaxMb),
      ],
      before,
      after,
    };
  },
};

async function live(durationMs: number, seed: number): Promise<Day> {
  const random = createRandom(seed);
  const service = await startDeliveringService();
  const { controls } = service.simulator;
  const [rack, outlets] = [service.device('Office server rack'), service.device('Kitchen outlets')];
  const day: Day = {
    given: new Set(),
    ended: [],
    counts: { redeploys: 0, faults: 0, offline: 0, tokens: 0, commands: 0, batches: 0 },
    accepted: new Set(),
    taken: [],
    timersLeft: 0,
  };
  const red = await startReceiving({
    service,
    node: { type: 'stream-receiver', devices: [rack, outlets] },
    registrations: [withTexts(batchSchedule)],
    more: workers(outlets),
  });
  const scope = { 'the-complete': { scope: ['control', 'meter', 'batch'] } };
  await red.deploy(red.flow(scope));
  function give(id: string, msg: Readonly<Record<string, unknown>>): void {
    const soakId = day.given.size;
    day.given.add(soakId);
    red.red.give({ ...msg, soakId }, id);
  }
  const allEnded = () => red.until(() => red.red.completed.length + red.red.caught.length >= day.given.size, hourMs);

  const actions: Readonly<Record<string, readonly [weight: number, act: () => void | Promise<void>]>> = {
    read: [30, () => give('meter', {})],
    switch: [20, () => give('control', { payload: pick(['open', 'close', 'fly'], random) })],
    schedule: [5, () => give('batch', {})],
    offline: [
      10,
      () => {
        const device = pick([rack, outlets], random);
        const online = random() < 0.6;
        if (!online) day.counts.offline += 1;
        controls.setOnline(device, online);
      },
    ],
    fault: [
      15,
      () => {
        day.counts.faults += 1;
        controls.faults.inject({ kind: pick(faultKinds, random), times: 1 + below(3, random) } as Fault);
      },
    ],
    delivery: [
      10,
      () => {
        day.counts.faults += 1;
        controls.deliveries.faults.inject(pick(deliveryFaults, random));
      },
    ],
    deploy: [
      10,
      async () => {
        // What a closing node leaves behind is dropped by design: nothing may be under way.
        await allEnded();
        day.counts.redeploys += 1;
        await red.deploy(
          red.flow({ ...scope, n: { name: `deploy ${day.counts.redeploys}` } }),
          pick(deployTypes, random),
        );
      },
    ],
  };
  const bag = Object.values(actions).flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

  await red.until(() => red.data.length > 0);
  const endMs = service.clock.now() + durationMs;
  while (service.clock.now() < endMs) {
    await pick(bag, random)();
    await pass(red, 5_000 + below(115_000, random));
    drain();
  }
  controls.faults.clear();
  controls.deliveries.faults.clear();
  for (const device of [rack, outlets]) controls.setOnline(device, true);
  await allEnded();
  // What is still being pushed again.
  await pass(red, hourMs / 2);
  drain();
  day.ended.push(...[...red.red.completed, ...red.red.caught].map(({ soakId }) => Number(soakId)));
  await red.stop();
  day.timersLeft = service.clock.nextTimerMs() === undefined ? 0 : 1;
  return day;

  function drain(): void {
    for (const { transactionId, delivered } of controls.deliveries.log)
      if (delivered && transactionId !== undefined) day.accepted.add(transactionId);
    controls.deliveries.clearLog();
    for (const { operation } of controls.requests) {
      if (operation === 'token.create') day.counts.tokens += 1;
      if (operation === 'remoteHandle.setPosition') day.counts.commands += 1;
      if (operation === 'batchCommands.create') day.counts.batches += 1;
    }
    controls.clearRequests();
    day.taken.push(...red.data.splice(0).map(({ transactionId }) => String(transactionId)));
  }
}

async function pass({ service, until }: Receiving, ms: number): Promise<void> {
  let passed = false;
  service.clock.after(ms, () => {
    passed = true;
  });
  await until(() => passed, ms + 1);
}

function workers(device: string): FlowNode[] {
  const common = { z: 'tab', x: 100, y: 100, account: 'account', target: 'devices', devices: [device], wires: [[]] };
  const switching = { action: 'value', command: 'payload', commandType: 'msg', mute: false, confirmClose: false };
  return [
    { ...common, ...switching, id: 'control', type: 'breaker-control' },
    { ...common, id: 'meter', type: 'meter-read' },
    { ...common, id: 'batch', type: 'batch-schedule', action: 'create', command: 'open', mute: false },
  ] as unknown as FlowNode[];
}
