import { freePort } from '../../test/support/free-port';
import type { Measured } from '../harness/measured';
import { makeUserDirectory, ourPackage, startNodeRed } from '../harness/node-red';
import { compare, type Run, single } from '../harness/run';
import type { Usage } from '../harness/serve';
import { startWorker } from '../harness/worker';
import { coreFanout, doneText, ourCredentials, ourFanout, start } from './fanout-flows';
import type { Fanout, FanoutAccess } from './fanout-service';

/** Who opens them: our node, a flow that makes the same requests, one that only sends, or a bare loop that only sends. */
export type FanoutSide = 'ours' | 'alike' | 'sends' | 'floor';

export interface FanoutResult extends Fanout {
  readonly wallMs: number;
  readonly cpuMs: number;
}

type Opening = Pick<FanoutResult, 'wallMs' | 'cpuMs'>;

/** Opens so many breakers at once. */
export async function openBreakers(run: Run, side: FanoutSide, devices: number): Promise<FanoutResult> {
  const service = startWorker(require.resolve('./fanout-service'));
  try {
    const access = await service.ask<FanoutAccess>('start', devices);
    const opening = side === 'floor' ? await openBare(access) : await openByFlow(run, side, access);
    return { ...(await service.ask<Fanout>('result')), ...opening };
  } finally {
    await service.stop();
  }
}

async function openByFlow(run: Run, side: Exclude<FanoutSide, 'floor'>, access: FanoutAccess): Promise<Opening> {
  const port = await freePort();
  const directory = makeUserDirectory({
    directory: run.directory,
    port,
    ...(side === 'ours'
      ? { modules: ourPackage, flows: ourFanout(access), credentials: ourCredentials(access) }
      : { flows: coreFanout(access, side === 'alike' ? 'checks, sends, reads back' : 'sends') }),
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
    return { wallMs, cpuMs: (after.cpuMicros - before.cpuMicros) / 1000 };
  } finally {
    await nodeRed.stop();
  }
}

async function openBare(access: FanoutAccess): Promise<Opening> {
  const loop = startWorker(require.resolve('./fanout-floor'));
  try {
    const before = await loop.ask<Usage>('usage');
    const wallMs = await loop.ask<number>('open', access);
    const after = await loop.ask<Usage>('usage');
    return { wallMs, cpuMs: (after.cpuMicros - before.cpuMicros) / 1000 };
  } finally {
    await loop.stop();
  }
}

const devices = 1000;
/** Of a hundred, five are offline. */
const reachablePart = 0.95;

/** What one run of all sides has taken. */
interface Taken {
  readonly samples: Readonly<Record<FanoutSide, readonly number[]>>;
  /** Breakers that ours opened twice, or left closed. */
  readonly wrong: readonly number[];
  readonly disturbed: number;
}

const figures = {
  time: ({ samples, disturbed }: Taken) => compare(samples.ours, samples.alike, disturbed),
  twice: ({ wrong }: Taken) => ({ ...single(wrong), ratio: Math.max(...wrong) }),
  unchecked: ({ samples, disturbed }: Taken) => compare(samples.ours, samples.sends, disturbed),
  floor: ({ samples, disturbed }: Taken) => compare(samples.floor, samples.sends, disturbed),
};
const nameOf = (figure: string) => `fan-out ${figure}`;

/** One of the figures; the others are left for the rows that ask next. */
export async function fanoutFigure(run: Run, figure: keyof typeof figures): Promise<Measured> {
  let taken = run.leftOver.get(nameOf(figure)) as Taken | undefined;
  if (taken === undefined) {
    taken = await measureFanout(run);
    for (const each of Object.keys(figures)) run.leftOver.set(nameOf(each), taken);
  }
  run.leftOver.delete(nameOf(figure));
  return figures[figure](taken);
}

async function measureFanout(run: Run): Promise<Taken> {
  const wrong: number[] = [];
  const subject = (side: FanoutSide) => async () => ({
    async sample() {
      const { wallMs, twice, opened } = await openBreakers(run, side, devices);
      const failed = twice + Math.abs(reachablePart * devices - opened);
      if (side === 'ours') wrong.push(failed);
      else if (failed > 0) throw new Error(`${failed} breakers were left closed, or opened twice, by the side ${side}`);
      return wallMs;
    },
    async close() {},
  });
  const plan = { processes: 1, rounds: 5, quickRounds: 1, warmUps: 0 };
  // Those that only send take part in rows without a goal, which the quick form leaves out.
  const sides: readonly FanoutSide[] = run.quick ? ['ours', 'alike'] : ['ours', 'alike', 'sends', 'floor'];
  const subjects = Object.fromEntries(sides.map((side) => [side, subject(side)]));
  const { samples, disturbed } = await run.interleave(subjects, plan);
  return { samples: samples as Taken['samples'], wrong, disturbed };
}
