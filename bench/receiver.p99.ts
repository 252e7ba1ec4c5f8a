import type { Row } from './harness/row';
import { compare, type Subject } from './harness/run';
import type { Worker } from './harness/worker';
import type { ClosedLoad, OpenLoad, Sent } from './load/publisher';
import {
  costOfPublishes,
  devices,
  type ReceiverName,
  type RunningReceiver,
  startPublisher,
  startReceiver,
} from './sides/receivers';

const part = 0.7;
const connections = 50;

/** What a receiver takes here and now: publishes a second. */
async function throughput({ port, target }: RunningReceiver, publisher: Worker): Promise<number> {
  const load: ClosedLoad = { port, target, devices, count: 8000, connections };
  await publisher.ask('prepare', load);
  return (1000 * load.count) / (await publisher.ask<Sent>('closed', load)).wallMs;
}

export const row: Row = {
  name: 'receiver.p99',
  title: `p99 of our receiver on a port of its own / of the bare limit, at ${part * 100} % of the limit's load`,
  goal: { atMost: 1.5 },
  // The slowest hundredth is whoever else had the core meanwhile; an overload makes it ten times as much.
  noise: 6,
  unit: 'ms',
  async measure(run) {
    const publisher = startPublisher();
    let limit: RunningReceiver | undefined;
    // Short rounds, of which some are left alone.
    const seconds = run.quick ? 0.25 : 0.5;
    try {
      const subject = (name: ReceiverName) => async (): Promise<Subject> => {
        const running = await startReceiver(name, run);
        const { worker, port, target } = running;
        await costOfPublishes(running, publisher, run.quick ? 6000 : 12_000);
        if (name === 'limit') limit = running;
        return {
          async sample() {
            // Anew each time: a core that has become slower would be overloaded, which ours is first.
            const perSecond = Math.floor(part * (await throughput(limit ?? running, publisher)));
            const count = Math.floor(seconds * perSecond);
            const load: OpenLoad = { port, target, devices, connections, count, perSecond };
            await publisher.ask('prepare', load);
            return (await publisher.ask<Sent>('open', load)).p99Ms;
          },
          close: worker.stop,
        };
      };
      const plan = { processes: 4, rounds: 9, quickRounds: 8, warmUps: 1 };
      const { samples, disturbed } = await run.interleave({ limit: subject('limit'), ours: subject('port') }, plan);
      return compare(samples.ours, samples.limit, disturbed);
    } finally {
      await publisher.stop();
    }
  },
};
