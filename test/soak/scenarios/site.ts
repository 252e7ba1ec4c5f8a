import batchSchedule from '../../../nodes/batch-schedule/batch-schedule';
import type { DeliveryFault, Fault, FaultKind } from '../../../src/simulator';
import { below, createRandom, pick } from '../../sigv4/mutations';
import type { FlowNode } from '../../support/node-red-test-helper';
import { type Receiving, startDeliveringService, startReceiving } from '../../support/receiving';
import { withTexts } from '../../support/runtime';
import { resourcesOfThisProcess } from '../probe';
import { leaks, mismatches, type SoakScenario } from '../scenario';

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

/** The actions at a site and their results. */
interface SiteRun {
  readonly sentIds: Set<number>;
  readonly ended: number[];
  readonly counts: Record<'redeploys' | 'faults' | 'offline' | 'tokens' | 'commands' | 'batches', number>;
  /** Accepted publishes, that is, answered with 200. */
  readonly accepted: Set<string>;
  readonly delivered: string[];
  /** Timers that are still running after everything is closed. */
  timersLeft: number;
}

/** Simulates hours at a site in minutes, with expiring tokens, devices that go offline, deploys and faults. */
export const site: SoakScenario = {
  name: 'site',
  async run({ seed, short }) {
    // The first run loads code that stays in memory.
    await runSite(hourMs / 2, seed);
    const before = await resourcesOfThisProcess();
    const hours = short ? 2 : 48;
    const { sentIds, ended, counts, accepted, delivered, timersLeft } = await runSite(hours * hourMs, seed);
    // The test helper keeps the log of its last runtime, which must be a short one in both measurements.
    await runSite(hourMs / 2, seed);
    const after = await resourcesOfThisProcess();
    const endedIds = new Set(ended);
    const deliveredIds = new Set(delivered);
    const allCounts = {
      hours,
      messages: sentIds.size,
      ...counts,
      'without an end': [...sentIds].filter((id) => !endedIds.has(id)).length,
      'ended twice': ended.length - endedIds.size,
      publishes: accepted.size,
      lost: [...accepted].filter((id) => !deliveredIds.has(id)).length,
      'delivered twice': delivered.length - deliveredIds.size,
      'timers left': timersLeft,
    };
    return {
      counts: allCounts,
      failures: [
        ...mismatches(allCounts, {
          'without an end': 0,
          'ended twice': 0,
          lost: 0,
          'delivered twice': 0,
          'timers left': 0,
        }),
        ...(counts.tokens < hours ? [`${counts.tokens} tokens in ${hours} hours`] : []),
        ...(accepted.size < 10 ? ['fewer than 10 publishes were pushed'] : []),
        ...leaks(before, after, heapGrowthMaxMb),
      ],
      before,
      after,
    };
  },
};

async function runSite(durationMs: number, seed: number): Promise<SiteRun> {
  const random = createRandom(seed);
  const service = await startDeliveringService();
  const { controls } = service.simulator;
  const [rack, outlets] = [service.device('Office server rack'), service.device('Kitchen outlets')];
  const result: SiteRun = {
    sentIds: new Set(),
    ended: [],
    counts: { redeploys: 0, faults: 0, offline: 0, tokens: 0, commands: 0, batches: 0 },
    accepted: new Set(),
    delivered: [],
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
  function sendMessage(id: string, msg: Readonly<Record<string, unknown>>): void {
    const soakId = result.sentIds.size;
    result.sentIds.add(soakId);
    red.red.give({ ...msg, soakId }, id);
  }
  const allEnded = () =>
    red.until(() => red.red.completed.length + red.red.caught.length >= result.sentIds.size, hourMs);

  const actions: Readonly<Record<string, readonly [weight: number, act: () => void | Promise<void>]>> = {
    read: [30, () => sendMessage('meter', {})],
    switch: [20, () => sendMessage('control', { payload: pick(['open', 'close', 'fly'], random) })],
    schedule: [5, () => sendMessage('batch', {})],
    offline: [
      10,
      () => {
        const device = pick([rack, outlets], random);
        const online = random() < 0.6;
        if (!online) result.counts.offline += 1;
        controls.setOnline(device, online);
      },
    ],
    fault: [
      15,
      () => {
        result.counts.faults += 1;
        controls.faults.inject({ kind: pick(faultKinds, random), times: 1 + below(3, random) } as Fault);
      },
    ],
    delivery: [
      10,
      () => {
        result.counts.faults += 1;
        controls.deliveries.faults.inject(pick(deliveryFaults, random));
      },
    ],
    deploy: [
      10,
      async () => {
        // A closing node drops its messages by design, so no message may be in progress.
        await allEnded();
        result.counts.redeploys += 1;
        await red.deploy(
          red.flow({ ...scope, n: { name: `deploy ${result.counts.redeploys}` } }),
          pick(deployTypes, random),
        );
      },
    ],
  };
  const weightedActions = Object.values(actions).flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

  await red.until(() => red.data.length > 0);
  const endMs = service.clock.now() + durationMs;
  while (service.clock.now() < endMs) {
    await pick(weightedActions, random)();
    await pass(red, 5_000 + below(115_000, random));
    drain();
  }
  controls.faults.clear();
  controls.deliveries.faults.clear();
  for (const device of [rack, outlets]) controls.setOnline(device, true);
  await allEnded();
  // Waits for publishes that are still being resent.
  await pass(red, hourMs / 2);
  drain();
  result.ended.push(...[...red.red.completed, ...red.red.caught].map(({ soakId }) => Number(soakId)));
  await red.stop();
  result.timersLeft = service.clock.nextTimerMs() === undefined ? 0 : 1;
  return result;

  function drain(): void {
    for (const { transactionId, delivered } of controls.deliveries.log)
      if (delivered && transactionId !== undefined) result.accepted.add(transactionId);
    controls.deliveries.clearLog();
    for (const { operation } of controls.requests) {
      if (operation === 'token.create') result.counts.tokens += 1;
      if (operation === 'remoteHandle.setPosition') result.counts.commands += 1;
      if (operation === 'batchCommands.create') result.counts.batches += 1;
    }
    controls.clearRequests();
    result.delivered.push(...red.data.splice(0).map(({ transactionId }) => String(transactionId)));
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
