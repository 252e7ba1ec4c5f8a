import assert from 'node:assert/strict';
import type { Transport } from '../../src/client';
import { settled, watched } from '../support/turn-clock';

/** Rounds of the event loop: of a request, and of what its answer brings about. */
const answeredAfter = 500;
const workedOutAfter = 20;

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

describe('a clock that is turned by hand', () => {
  it('stands still until what an answer brings about is done, however long the answer took', async () => {
    const slow: Transport = async () => {
      await rounds(answeredAfter);
      return { kind: 'answer', statusCode: 200, headers: {}, text: '' };
    };
    let isWorkedOut = false;
    const request = { method: 'GET', url: 'http://127.0.0.1/', headers: {} } as const;
    const hooks = { mayLeave: () => true, headArrived: () => {}, onStop: () => {} };
    const work = watched(slow)(request, hooks).then(async () => {
      await rounds(workedOutAfter);
      isWorkedOut = true;
    });
    await settled();
    assert(isWorkedOut);
    await work;
  });
});
