import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { pollMaxAgeMs, untilNextPollMs } from '../../src/flow';

const startMs = Date.UTC(2026, 0, 15, 12);
const at = (offsetMs: number) => createManualClock(startMs + offsetMs);

describe('polling', () => {
  it('nodes of an account that started at different times poll at the same instant', () => {
    const instants = [0, 130, 370, 610].map((offset) => offset + untilNextPollMs(at(offset), 'account', 1000));
    assert.equal(new Set(instants.map((instant) => instant % 1000)).size, 1);
  });

  it('the next poll is one interval later, also where a timer came a little early or late', () => {
    const first = untilNextPollMs(at(0), 'account', 1000);
    for (const offByMs of [-2, 0, 3]) {
      const next = offByMs + untilNextPollMs(at(first + offByMs), 'account', 1000);
      assert.equal(next, 1000);
    }
  });

  it('accounts poll at instants of their own', () => {
    const instants = Array.from({ length: 20 }, (_, index) => untilNextPollMs(at(0), `account ${index}`, 60_000));
    assert(new Set(instants).size > 10);
  });

  it('what an earlier poll has read is not taken for news', () => {
    assert.equal(pollMaxAgeMs(1000, 1000), 500);
    assert.equal(pollMaxAgeMs(1000, 60_000), 1000);
    assert.equal(pollMaxAgeMs(0, 1000), 0);
  });
});
