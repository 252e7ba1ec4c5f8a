import assert from 'node:assert/strict';
import { onceATurn } from '../../src/runtime/node/once-a-turn';

describe('What is done once a turn of the event loop', () => {
  it('runs once for all calls of a turn, after them', async () => {
    const runs: string[] = [];
    const run = onceATurn(() => runs.push('run'));
    const both = [run(), run()];
    runs.push('called');
    await Promise.all(both);
    assert.deepEqual(runs, ['called', 'run']);
  });

  it('runs again for a call during the run or after it', async () => {
    let runs = 0;
    let again: Promise<void> | undefined;
    const run = onceATurn(() => {
      runs += 1;
      if (runs === 1) again = run();
    });
    await run();
    await again;
    await run();
    assert.equal(runs, 3);
  });

  it('tells every caller of a failure, and runs again after it', async () => {
    let fails = true;
    const run = onceATurn(() => {
      if (fails) throw new Error('the disk is full');
    });
    const ends = await Promise.allSettled([run(), run()]);
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    fails = false;
    await run();
  });
});
