import assert from 'node:assert/strict';
import type { Transport } from '../../src/client';
import { createManualClock } from '../../src/clock';
import { runProbe } from '../../src/command-line/run-probe';
import type { ProbeReport } from '../../src/probe';
import { startServiceInProcess } from '../support/simulated-service';
import { turned, watched } from '../support/turn-clock';

describe('a probe from the command line', () => {
  async function probed(isReachable: (minutes: number) => boolean): Promise<[ProbeReport, (string | undefined)[]]> {
    const clock = createManualClock();
    const service = await startServiceInProcess({ clock });
    const began = clock.now();
    const transport: Transport = async (request, hooks) =>
      isReachable((clock.now() - began) / 60_000)
        ? service.simulator.transport(request, hooks)
        : { kind: 'failure', why: 'network', detail: 'ECONNREFUSED' };
    const stops: (string | undefined)[] = [];
    try {
      const report = await turned(
        clock,
        runProbe({
          settings: service.settings,
          clock,
          random: () => 0.5,
          transport: watched(transport),
          onProgress: ({ stopped }) => stops.push(stopped),
        }),
      );
      return [report, stops];
    } finally {
      await service.close();
    }
  }

  it('goes on by itself when the service can be read again', async () => {
    const [report, stops] = await probed((minutes) => minutes < 0.1 || minutes > 1);
    assert.equal(report.finished, true);
    assert.deepEqual([...new Set(stops)], ['NETWORK', undefined]);
  });

  it('ends with what it has where the service stays away', async () => {
    const [report, stops] = await probed(() => false);
    assert.equal(report.finished, false);
    assert.deepEqual(stops, ['NETWORK', 'NETWORK']);
  });
});
