import assert from 'node:assert/strict';
import { createTurns, type Turns } from '../../src/runtime/scenes/turns';
import { resourcesOfThisProcess } from '../soak/probe';

const { signal } = new AbortController();

async function take(turns: Turns, count: number): Promise<void> {
  for (let taken = 0; taken < count; taken++) {
    const turn = turns.begin();
    await turn.older(signal);
    turn.end();
  }
}

describe('the turns of messages', () => {
  it('come in the order in which they began, however they end', async () => {
    const turns = createTurns();
    const [first, second, third] = [turns.begin(), turns.begin(), turns.begin()];
    const told: string[] = [];
    const waiting = [
      second.older(signal).then(() => told.push('second')),
      third.older(signal).then(() => told.push('third')),
    ];
    second.end();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(told, []);
    first.end();
    await Promise.all(waiting);
    assert.deepEqual(told, ['second', 'third']);
  });

  it('leave nothing behind when they have ended', async () => {
    const turns = createTurns();
    await take(turns, 5_000);
    const before = (await resourcesOfThisProcess()).heapMb;
    // 64 bytes of each would be 6 MB.
    await take(turns, 100_000);
    const grown = (await resourcesOfThisProcess()).heapMb - before;
    assert.ok(grown < 1, `${grown.toFixed(2)} MB`);
  });
});
