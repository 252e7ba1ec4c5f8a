import { join } from 'node:path';
import { makeUserDirectory, ourPackage } from '../../../bench/harness/node-red';
import { startWorker } from '../../../bench/harness/worker';
import { createManualClock } from '../../../src/clock';
import { createSimulator } from '../../../src/simulator';
import { freePort } from '../../support/free-port';
import type { PollingResult } from '../polling-probe';

const dayMs = 24 * 3_600_000;
const pollsOfADay = 103_680;
const nodes = 12;
const pollSeconds = 10;
const runtimeMb = 256;
/** The fraction of a day before the first measurement, in which code is loaded and the simulator's request list fills. */
const warmUpPart = 0.02;
const growthMaxMb = 2;

/** The built-in simulator of the same seed has the same devices. */
async function demoBreakers(): Promise<string[]> {
  const simulator = await createSimulator({ clock: createManualClock(), seed: 1 });
  const devices = simulator.controls.devices();
  await simulator.close();
  return devices.flatMap(({ id, hardwareType }) => (hardwareType === 'emcb' ? [id] : []));
}

function flowOf(devices: readonly string[]): object[] {
  return [
    { id: 'tab', type: 'tab', label: 'Polls' },
    { id: 'account', type: 'breaker-account', mode: 'simulator', seed: 1, speed: 1 },
    ...Array.from({ length: nodes }, (_, index) => ({
      id: `meter${index}`,
      type: 'meter-read',
      z: 'tab',
      x: 100,
      y: 40 * index,
      account: 'account',
      target: 'devices',
      devices: [devices[index % devices.length]],
      poll: pollSeconds,
      wires: [[]],
    })),
  ];
}

/** 12 nodes poll every 10 s for a part of a day, on a clock turned by hand, in a Node-RED of 256 MB. */
export async function pollForADay(
  directory: string,
  part: number,
): Promise<{ counts: Record<string, number>; failures: string[] }> {
  const userDirectory = makeUserDirectory({
    directory,
    port: await freePort(),
    modules: ourPackage,
    flows: flowOf(await demoBreakers()),
    settings: 'breakerflow: { clock: globalThis.breakerflowClock },',
  });
  let started = () => {};
  const ready = new Promise<void>((resolve) => {
    started = resolve;
  });
  const worker = startWorker(join(process.cwd(), 'node_modules/node-red/red.js'), {
    args: ['--userDir', userDirectory, '--settings', join(userDirectory, 'settings.js')],
    execArgv: [`--max-old-space-size=${runtimeMb}`, '--require', require.resolve('../polling-probe')],
    onLine: (line) => /Started flows/.test(line) && started(),
  });
  try {
    await ready;
    const before = await worker.ask<PollingResult>('pass', dayMs * warmUpPart);
    const startMs = Date.now();
    const after = await worker.ask<PollingResult>('pass', dayMs * part);
    const wanted = pollsOfADay * part;
    const grownMb = after.heapMb - before.heapMb;
    return {
      counts: {
        polls: after.polls,
        'seconds of polling': Math.round((Date.now() - startMs) / 1000),
        'growth by polls, kB': Math.round(grownMb * 1000),
      },
      failures: [
        ...(Math.abs(after.polls - wanted) > 0.01 * wanted ? [`${after.polls} polls, not ${wanted}`] : []),
        ...(after.failed > 0 ? [`${after.failed} polls have failed`] : []),
        ...(grownMb > growthMaxMb ? [`the heap has grown by ${grownMb.toFixed(1)} MB over ${after.polls} polls`] : []),
      ],
    };
  } finally {
    await worker.stop();
  }
}
