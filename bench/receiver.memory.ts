import type { Row } from './harness/row';
import type { Run } from './harness/run';
import type { Usage } from './harness/serve';
import { costOfPublishes, startPublisher, startReceiver } from './sides/receivers';

/** The window of duplicates holds a million. */
const publishes = 1_000_000;
const perBatch = 12_500;

/** Megabytes that the receiver grows by over the first and over the second half of `count` publishes. */
async function growth(run: Run, count: number): Promise<[first: number, second: number]> {
  const publisher = startPublisher();
  const receiver = await startReceiver('port', run);
  const resident = async () => {
    await receiver.worker.ask('collect');
    return (await receiver.worker.ask<Usage>('usage')).residentBytes / 1e6;
  };
  try {
    await costOfPublishes(receiver, publisher, perBatch);
    const marks = [await resident()];
    for (const half of [1, 2]) {
      for (let sent = 0; sent < count / 2; sent += perBatch) await costOfPublishes(receiver, publisher, perBatch);
      marks[half] = await resident();
    }
    const [start = 0, middle = 0, end = 0] = marks;
    return [middle - start, end - middle];
  } finally {
    await receiver.worker.stop();
    await publisher.stop();
  }
}

export const row: Row = {
  name: 'receiver.memory',
  title: 'growth over a million publishes, as many as the window of duplicates holds (quick: a twentieth of it)',
  goal: { atMost: 120 },
  reached: 18,
  unit: 'MB: whole / second half',
  async measure(run) {
    const [first, second] = await growth(run, run.quick ? publishes / 20 : publishes);
    const whole = first + second;
    return { ratio: whole, spread: [whole, whole], ours: whole, other: second, n: 1, disturbed: 0 };
  },
};
