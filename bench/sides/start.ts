import { freePort } from '../harness/free-port';
import type { Measured } from '../harness/measured';
import { makeUserDirectory, ourPackage, startNodeRed } from '../harness/node-red';
import { compare, type Run } from '../harness/run';
import type { Usage } from '../harness/serve';

export interface Starts {
  readonly time: Measured;
  readonly memory: Measured;
}

/** Starts Node-RED without a flow, with the family in its user directory and without. Each sample of time has one of memory. */
async function measureStarts(run: Run): Promise<Starts> {
  const resident = { ours: [] as number[], bare: [] as number[] };
  const subject = (name: keyof typeof resident) => async () => ({
    async sample() {
      const { directory } = run;
      const modules = name === 'ours' ? ourPackage : {};
      const nodeRed = await startNodeRed(makeUserDirectory({ directory, port: await freePort(), modules }));
      try {
        const { cpuMicros } = await nodeRed.ask<Usage>('usage');
        await nodeRed.ask('collect');
        resident[name].push((await nodeRed.ask<Usage>('usage')).residentBytes / 1e6);
        return cpuMicros / 1000;
      } finally {
        await nodeRed.stop();
      }
    },
    async close() {},
  });
  const plan = { processes: 1, rounds: 81, quickRounds: 3, warmUps: 0 };
  const { samples, disturbed } = await run.interleave({ ours: subject('ours'), bare: subject('bare') }, plan);
  return {
    time: compare(samples.ours, samples.bare, disturbed),
    memory: compare(resident.ours, resident.bare, disturbed),
  };
}

/** One of the two figures; the other one is left for the row that asks next. */
export async function startFigure(run: Run, figure: keyof Starts): Promise<Measured> {
  const name = `start.${figure}`;
  const known = run.leftOver.get(name) as Measured | undefined;
  run.leftOver.delete(name);
  if (known !== undefined) return known;
  const starts = await measureStarts(run);
  const other = figure === 'time' ? 'memory' : 'time';
  run.leftOver.set(`start.${other}`, starts[other]);
  return starts[figure];
}
