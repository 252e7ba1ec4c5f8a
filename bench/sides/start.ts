import { freePort } from '../../test/support/free-port';
import { installedModules } from '../harness/installed';
import type { Measured } from '../harness/measured';
import { makeUserDirectory, startNodeRed } from '../harness/node-red';
import { compare, type Run } from '../harness/run';
import type { Usage } from '../harness/serve';

export interface Starts {
  readonly time: Measured;
  readonly memory: Measured;
}

/** Nodes that lie beside the Node-RED of this checkout, for its tests; a user's Node-RED comes without. */
const settings = "nodesExcludes: ['node-red-dashboard'],";

/**
 * Starts Node-RED without a flow, again and again: with the family installed in its user directory and without.
 * Each sample of time has one of memory.
 */
async function measureStarts(run: Run): Promise<Starts> {
  const resident = { ours: [] as number[], bare: [] as number[] };
  const subject = (name: keyof typeof resident) => async () => {
    const { directory } = run;
    const modules = name === 'ours' ? { installed: await installedModules(directory) } : {};
    const userDirectory = makeUserDirectory({ directory, port: await freePort(), settings, ...modules });
    return {
      async sample() {
        const nodeRed = await startNodeRed(userDirectory);
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
    };
  };
  // In a busy hour starts one after the other differ by a fifth. Of pairs side by side the median strays half as far.
  const plan = { processes: 1, rounds: 121, quickRounds: 3, sideBySide: true };
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
