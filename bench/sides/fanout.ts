import { freePort } from '../harness/free-port';
import { makeUserDirectory, ourPackage, startNodeRed } from '../harness/node-red';
import type { Measured } from '../harness/row';
import { compare, type Run, single } from '../harness/run';
import type { Usage } from '../harness/serve';
import { startWorker } from '../harness/worker';
import { coreFanout, doneText, ourCredentials, ourFanout, start } from './fanout-flows';
import type { Fanout, FanoutAccess } from './fanout-service';

export interface FanoutResult extends Fanout {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Opens so many breakers with one click, by our node or by a flow of core nodes. */
export async function openBreakers(run: Run, kind: 'ours' | 'core', devices: number): Promise<FanoutResult> {
  const service = startWorker(require.resolve('./fanout-service'));
  try {
    const access = await service.ask<FanoutAccess>('start', devices);
    const port = await freePort();
    const directory = makeUserDirectory({
      directory: run.directory,
      port,
      modules: kind === 'ours' ? ourPackage : {},
      flows: kind === 'ours' ? ourFanout(access) : coreFanout(access),
      credentials: kind === 'ours' ? ourCredentials(access) : {},
    });
    let done = () => {};
    const settled = new Promise<void>((resolve) => {
      done = resolve;
    });
    const nodeRed = await startNodeRed(directory, {
      onLine: (line) => {
        if (line.includes(doneText)) done();
      },
    });
    try {
      const before = await nodeRed.ask<Usage>('usage');
      const startedAt = performance.now();
      await fetch(`http://127.0.0.1:${port}/inject/${start}`, { method: 'POST' });
      await settled;
      const wallMs = performance.now() - startedAt;
      const after = await nodeRed.ask<Usage>('usage');
      const result = await service.ask<Fanout>('result');
      return { ...result, wallMs, cpuMs: (after.cpuMicros - before.cpuMicros) / 1000 };
    } finally {
      await nodeRed.stop();
    }
  } finally {
    await service.stop();
  }
}

/** Of a hundred, five are offline. */
const reachablePart = 0.95;

/** One of the two figures; the other one is left for the row that asks next. */
export async function fanoutFigure(run: Run, figure: 'time' | 'twice'): Promise<Measured> {
  const name = `command.fanout.${figure}`;
  const known = run.leftOver.get(name) as Measured | undefined;
  run.leftOver.delete(name);
  if (known !== undefined) return known;
  const devices = run.quick ? 300 : 1000;
  const wrong: number[] = [];
  const subject = (kind: 'ours' | 'core') => async () => ({
    async sample() {
      const { wallMs, twice, opened } = await openBreakers(run, kind, devices);
      if (kind === 'ours') wrong.push(twice + Math.abs(reachablePart * devices - opened));
      return wallMs;
    },
    async close() {},
  });
  const plan = { processes: 1, rounds: 5, quickRounds: 1, warmUps: 0 };
  const { samples, disturbed } = await run.interleave({ ours: subject('ours'), core: subject('core') }, plan);
  const figures = {
    time: compare(samples.ours, samples.core, disturbed),
    twice: { ...single(wrong), ratio: Math.max(...wrong) },
  };
  const other = figure === 'time' ? 'twice' : 'time';
  run.leftOver.set(`command.fanout.${other}`, figures[other]);
  return figures[figure];
}
