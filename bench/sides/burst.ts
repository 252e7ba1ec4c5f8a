import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port';
import type { Measured } from '../harness/measured';
import { makeUserDirectory, ourPackage, startNodeRed } from '../harness/node-red';
import { compare, type Run } from '../harness/run';
import { startWorker } from '../harness/worker';
import { id, inject, page, tab } from './flow-parts';
import type { LivingAccess } from './living-service';

const account = id('a1');
const source = id('c1');
const subject = id('c2');

/** What the probe in Node-RED is asked to do. */
export interface BurstAsked {
  readonly source: string;
  readonly subject: string;
  readonly messages: readonly object[];
}

/** What a burst did to the runtime. */
export interface Burst {
  readonly blockedMs: number;
  /** Peak of the resident memory beyond what was resident before. */
  readonly memoryMb: number;
}

type Receiver = 'breaker-control' | 'only-error';

const commands = 20_000;

/** A node type needs a package with its page. */
function onlyErrorPackage(directory: string): string {
  const path = join(directory, 'only-error');
  mkdirSync(path, { recursive: true });
  writeFileSync(
    join(path, 'package.json'),
    JSON.stringify({ name: 'only-error', version: '1.0.0', 'node-red': { nodes: { 'only-error': 'only-error.js' } } }),
  );
  writeFileSync(
    join(path, 'only-error.js'),
    `module.exports = require(${JSON.stringify(require.resolve('./only-error'))});`,
  );
  writeFileSync(join(path, 'only-error.html'), '');
  return path;
}

/** Sends all commands at once to one node in a new Node-RED. */
export async function burstInto(type: Receiver, run: Pick<Run, 'directory'>): Promise<Burst> {
  const service = startWorker(require.resolve('./living-service'));
  try {
    const access = await service.ask<LivingAccess>('start', { speed: 1, startMs: Date.now() });
    const { baseUrl, apiKey, clientId, clientSecret } = access;
    const devices = access.breakers.slice(0, 10);
    const directory = makeUserDirectory({
      directory: run.directory,
      port: await freePort(),
      modules: { ...ourPackage, 'only-error': onlyErrorPackage(run.directory) },
      flows: [
        page,
        { id: account, type: 'breaker-account', name: '', mode: 'service', baseUrl, armed: true, commandSpacing: 1 },
        { ...inject('c1', 'c2') },
        {
          id: subject,
          z: tab,
          name: '',
          type,
          account,
          target: 'value',
          device: 'deviceId',
          deviceType: 'msg',
          action: 'value',
          command: 'payload',
          commandType: 'msg',
          mute: false,
          readBack: false,
          x: 300,
          y: 100,
          wires: [[]],
        },
      ],
      credentials: { [account]: { apiKey, orgClientId: clientId, orgSecret1: clientSecret } },
    });
    const nodeRed = await startNodeRed(directory);
    try {
      const messages = Array.from({ length: commands }, (_, index) => ({
        deviceId: devices[index % devices.length],
        payload: index % 3 === 0 ? 'close' : 'open',
      }));
      return await nodeRed.ask<Burst>('burst', { source, subject, messages } satisfies BurstAsked);
    } finally {
      await nodeRed.stop();
    }
  } finally {
    await service.stop();
  }
}

const rounds = 5;
const leftOverName = 'bursts';

async function measureBursts(run: Run): Promise<Record<Receiver, Burst[]>> {
  const bursts: Record<Receiver, Burst[]> = { 'breaker-control': [], 'only-error': [] };
  for (let round = 0; round < (run.quick ? 1 : rounds); round++)
    for (const type of ['only-error', 'breaker-control'] as const) bursts[type].push(await burstInto(type, run));
  return bursts;
}

/** What a node of ours takes more than one that refuses; the other figure is left for the row that asks next. */
export async function burstFigure(run: Run, figure: 'blockedMs' | 'memoryMb'): Promise<Measured> {
  const name = `${leftOverName} ${figure}`;
  let bursts = run.leftOver.get(name) as Record<Receiver, Burst[]> | undefined;
  if (bursts === undefined) {
    bursts = await measureBursts(run);
    for (const each of ['blockedMs', 'memoryMb']) run.leftOver.set(`${leftOverName} ${each}`, bursts);
  }
  run.leftOver.delete(name);
  const of = (type: Receiver) => bursts[type].map((burst) => burst[figure]);
  return compare(of('breaker-control'), of('only-error'), 0, (ours, other) => ours - other);
}
