import assert from 'node:assert/strict';
import { createStreamInput } from '../../nodes/stream-receiver/stream-input';
import { createManualClock } from '../../src/clock';
import { emptyDirectory } from '../../src/directory';
import { settled } from '../support/turn-clock';

describe('a stream receiver with messages as input', () => {
  function open(fails: number) {
    const clock = createManualClock();
    const taken: string[] = [];
    const delays: unknown[] = [];
    let left = fails;
    const input = createStreamInput({
      clock,
      registration: undefined,
      account: undefined,
      isEventGrid: false,
      answer: () => assert.fail(),
      report: () => assert.fail(),
      onDelayed: (error) => delays.push(error),
      intake: async () => async (body) => {
        left -= 1;
        if (left >= 0) throw new Error('not now');
        taken.push(body.toString());
        return 'delivered';
      },
    });
    const closing = new AbortController();
    const run = {
      receivedAt: 0,
      receivedAtMs: 0,
      signal: closing.signal,
      circuits: emptyDirectory,
      namesOf: () => ({}),
      send: () => assert.fail(),
      allow: () => {},
    };
    return { clock, taken, delays, closing, give: (payload: unknown) => input({ _msgid: 'm1', payload }, run) };
  }

  it('retries until the store accepts it, because the sender does not', async () => {
    const { clock, taken, delays, give } = open(3);
    const done = give(['{"a":1}', '{"a":2}']);
    for (let tries = 0; tries < 3; tries++) {
      await settled();
      assert.deepEqual(taken, []);
      await clock.advance(250);
    }
    await done;
    assert.deepEqual([taken, delays.length], [['{"a":1}', '{"a":2}'], 3]);
  });

  it('stops when its time limit is exceeded', async () => {
    const { clock, taken, closing, give } = open(1000);
    const done = give('{"a":1}');
    await settled();
    closing.abort(new Error('closed'));
    await assert.rejects(done, /closed/);
    assert.deepEqual([taken, clock.nextTimerMs()], [[], undefined]);
  });
});
