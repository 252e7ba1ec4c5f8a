import { freePort } from '../../test/support/free-port';
import type { Measured } from '../harness/measured';
import { makeUserDirectory, ourPackage, startNodeRed } from '../harness/node-red';
import { type Run, single } from '../harness/run';
import { startWorker } from '../harness/worker';
import { id, inject, page, tab } from './flow-parts';
import type { SiteSeen } from './site-service';

const account = id('e1');
const begin = 'e2';
const deviceId = (index: number) => `62325dfc-1fc6-4525-9519-${String(index).padStart(12, '0')}`;
const nodeId = (index: number) => id(`f${String(index).padStart(5, '0')}`);
const credentials = { [account]: { apiKey: 'key', orgClientId: 'client', orgSecret1: 'secret' } };

/** A site of so many devices: half of them are controlled, by a node each, and half are read every ten seconds. */
function siteFlow(baseUrl: string, devices: number): object[] {
  const half = devices / 2;
  const common = (index: number) => ({
    id: nodeId(index),
    z: tab,
    name: '',
    account,
    target: 'devices',
    devices: [deviceId(index)],
    x: 200,
    y: 40 + 40 * index,
    wires: [[]],
  });
  const controls = Array.from({ length: half }, (_, index) => ({
    ...common(index),
    type: 'breaker-control',
    action: 'open',
    mute: false,
    expiry: 60,
  }));
  const polls = Array.from({ length: half }, (_, index) => ({
    ...common(half + index),
    type: 'meter-read',
    action: 'reading',
    poll: 10,
  }));
  return [
    page,
    { id: account, type: 'breaker-account', name: '', mode: 'service', baseUrl, armed: true },
    { ...inject(begin, ''), wires: [controls.map((control) => control.id)] },
    ...controls,
    ...polls,
  ];
}

interface Taken {
  readonly delayMs: number;
  readonly connections: number;
  readonly callsInAMinute: number;
}

const minuteMs = 60_000;
const settleMs = 2_000;
/** One message opens the breakers of half the site; on a machine that others use too that takes its time. */
const commandsMs = 60_000;
const lookMs = 250;

/** First what polls by itself, then one message to all controls at once. */
async function measureSite(run: Run): Promise<Taken> {
  // The quick form has a fifth of the site and looks for a quarter of a minute.
  const devices = run.quick ? 200 : 1000;
  const pollingMs = run.quick ? minuteMs / 4 : 1.5 * minuteMs;
  const service = startWorker(require.resolve('./site-service'));
  try {
    const baseUrl = await service.ask<string>('baseUrl');
    const port = await freePort();
    const directory = makeUserDirectory({
      directory: run.directory,
      port,
      modules: ourPackage,
      flows: siteFlow(baseUrl, devices),
      credentials,
    });
    const nodeRed = await startNodeRed(directory);
    try {
      await wait(settleMs);
      await nodeRed.ask('watchLoop');
      await wait(pollingMs);
      const { callsMs } = await service.ask<SiteSeen>('seen');
      await fetch(`http://127.0.0.1:${port}/inject/${id(begin)}`, { method: 'POST' });
      const endMs = performance.now() + commandsMs;
      do await wait(lookMs);
      while ((await service.ask<SiteSeen>('seen')).open < devices / 2 && performance.now() < endMs);
      const delayMs = await nodeRed.ask<number>('loopDelayMs');
      const { mostConnections, open, commands } = await service.ask<SiteSeen>('seen');
      if (open !== devices / 2 || commands !== open)
        throw new Error(`${open} of ${devices / 2} are open, ${commands} sent`);
      return { delayMs, connections: mostConnections, callsInAMinute: mostInAMinute(callsMs) };
    } finally {
      await nodeRed.stop();
    }
  } finally {
    await service.stop();
  }
}

function mostInAMinute(callsMs: readonly number[]): number {
  let most = 0;
  let from = 0;
  for (const [index, at] of callsMs.entries()) {
    while ((callsMs[from] ?? at) <= at - minuteMs) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const nameOf = (figure: string) => `site ${figure}`;
const figures = ['delayMs', 'connections', 'callsInAMinute'] as const;

/** One of the figures; the others are left for the rows that ask next. */
export async function siteFigure(run: Run, figure: keyof Taken): Promise<Measured> {
  let taken = run.leftOver.get(nameOf(figure)) as Taken | undefined;
  if (taken === undefined) {
    taken = await measureSite(run);
    for (const each of figures) run.leftOver.set(nameOf(each), taken);
  }
  run.leftOver.delete(nameOf(figure));
  return single([taken[figure]]);
}
