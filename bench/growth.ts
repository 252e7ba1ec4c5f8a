import { figure } from './harness/report';
import type { Run } from './harness/run';
import { growthExponent, median } from './harness/statistics';
import { startWorker } from './harness/worker';
import { openBreakers } from './sides/fanout';
import { callerSide, withService } from './sides/with-service';
import { shareOfCore } from './simulator.devices';

interface Growth {
  readonly name: string;
  readonly unit: string;
  readonly sizes: readonly number[];
  cost(size: number, run: Run): Promise<number>;
}

/** The least of three, in a process of its own: what else the machine does only adds. */
async function leastOf(module: string, task: string, argument: unknown, figureOf = (value: unknown) => Number(value)) {
  const worker = startWorker(module);
  try {
    const costs: number[] = [];
    for (let look = 0; look < 3; look++) costs.push(figureOf(await worker.ask(task, argument)));
    return Math.min(...costs);
  } finally {
    await worker.stop();
  }
}

const perDay = 1.44;

const growths: readonly Growth[] = [
  {
    name: 'window of duplicates, publishes',
    unit: 'CPU ms',
    sizes: [10_000, 100_000, 1_000_000],
    cost: (entries) => leastOf(require.resolve('./sides/window'), 'fill', entries),
  },
  {
    name: 'waveform of so many samples',
    unit: 'CPU us',
    sizes: [200, 2000, 20_000],
    cost: (samples) =>
      leastOf(require.resolve('./sides/waveform'), 'ours', { samples, count: Math.ceil(2_000_000 / samples) }),
  },
  {
    name: 'history of so many pages',
    unit: 'CPU ms',
    sizes: [2, 20, 200],
    cost: (pages) =>
      withService((baseUrl) =>
        leastOf(
          callerSide,
          'ourPages',
          { baseUrl, days: Math.round(pages / perDay) },
          (microsAnItem) => (microsAnItem as number) * pages,
        ),
      ),
  },
  {
    name: 'commands to so many breakers',
    unit: 'CPU ms',
    sizes: [10, 100, 1000],
    cost: async (devices, run) => (await openBreakers(run, 'ours', devices)).cpuMs,
  },
  {
    name: 'simulated devices that push',
    unit: 'CPU s/s',
    sizes: [10, 100, 1000],
    cost: async (devices, run) => median(await shareOfCore(run, devices)),
  },
];

/** Each cost at 1x, 10x and 100x of its work, with the exponent: 1 is linear. */
export async function printGrowth(run: Run, print: (line: string) => void): Promise<void> {
  for (const { name, unit, sizes, cost } of growths) {
    const points: [size: number, cost: number][] = [];
    for (const size of sizes) points.push([size, await cost(size, run)]);
    const exponent = growthExponent(points).toFixed(2);
    print(
      `${name.padEnd(34)} ${points.map(([size, at]) => `${size}: ${figure(at)}`).join('   ')} ${unit}, n^${exponent}`,
    );
  }
}
