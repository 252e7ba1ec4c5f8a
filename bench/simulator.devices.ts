import type { Row } from './harness/row';
import { type Run, single } from './harness/run';
import type { Usage } from './harness/serve';
import { startWorker } from './harness/worker';
import { withService } from './sides/with-service';

/** Parts of a core that the simulator takes while so many devices push once a second, second by second. */
export function shareOfCore(run: Run, devices: number): Promise<number[]> {
  return withService(async (baseUrl, count) => {
    const simulator = startWorker(require.resolve('./sides/pushing-simulator'));
    try {
      await simulator.ask('start', { devices, receiver: new URL(baseUrl).origin });
      await new Promise((resolve) => setTimeout(resolve, 2500));
      const shares: number[] = [];
      for (let second = 0; second < (run.quick ? 3 : 20); second++) {
        await count('/publish');
        const before = await simulator.ask<Usage>('usage');
        const startedAt = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const after = await simulator.ask<Usage>('usage');
        const pushed = await count('/publish');
        const seconds = (performance.now() - startedAt) / 1000;
        // A second in which fewer arrived than were due is charged for all of them.
        const due = devices * seconds;
        shares.push(((after.cpuMicros - before.cpuMicros) / 1e6 / seconds) * Math.max(1, due / Math.max(1, pushed)));
      }
      return shares;
    } finally {
      await simulator.stop();
    }
  });
}

export const row: Row = {
  name: 'simulator.devices',
  title: '1,000 devices that push once a second',
  goal: { atMost: 0.5 },
  reached: 0.28,
  // Seconds of the machine, no ratio: the same code took 0.27 in a quiet hour and 0.47 in a busy one.
  noise: 2,
  unit: 'CPU s a second',
  measure: async (run) => single(await shareOfCore(run, 1000)),
};
