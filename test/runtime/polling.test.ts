import assert from 'node:assert/strict';
import { pollMaxAgeMs, untilNextPollMs } from '../../nodes/meter-read/polling';
import { createManualClock } from '../../src/clock';

/** A clock that has run for some time. */
async function after(ms: number) {
  const clock = createManualClock();
  await clock.advance(ms);
  return clock;
}
const untilNext = async (afterMs: number, { account = 'account', subject = 'device a', pollMs = 1000 } = {}) =>
  untilNextPollMs(await after(afterMs), account, subject, pollMs);

describe('polling', () => {
  it('nodes with the same subject that started at different times poll at the same instant', async () => {
    const instants = await Promise.all([0, 130, 370, 610].map(async (offset) => offset + (await untilNext(offset))));
    assert.equal(new Set(instants.map((instant) => instant % 1000)).size, 1);
  });

  it('the next poll is one interval later, also if a timer fired slightly early or late', async () => {
    const first = 2000 + (await untilNext(2000));
    for (const offByMs of [-2, 0, 3]) assert.equal(offByMs + (await untilNext(first + offByMs)), 1000);
  });

  it('a step of the wall clock changes no instant', async () => {
    const clock = await after(2000);
    const before = untilNextPollMs(clock, 'account', 'device a', 60_000);
    for (const stepMs of [-3_600_000, 12_345, 7_200_000]) {
      clock.step(stepMs);
      assert.equal(untilNextPollMs(clock, 'account', 'device a', 60_000), before);
    }
  });

  it('accounts, and the devices of one account, poll at instants of their own, spread over the interval', async () => {
    for (const name of ['account', 'subject'] as const) {
      const pollMs = 10_000;
      const instants = await Promise.all(
        Array.from({ length: 500 }, (_, index) => untilNext(0, { [name]: `${name} ${index}`, pollMs })),
      );
      // The first polls are between a twentieth of an interval and one interval after the start.
      const inTenths = Array.from(
        { length: 10 },
        (_, tenth) => instants.filter((at) => Math.floor((at % pollMs) / 1000) === tenth).length,
      );
      assert(Math.min(...inTenths) >= 25 && Math.max(...inTenths) <= 80, `${inTenths}`);
    }
  });

  it('the result of an earlier poll is not reused by the next one', () => {
    assert.equal(pollMaxAgeMs(1000, 1000), 500);
    assert.equal(pollMaxAgeMs(1000, 60_000), 1000);
    assert.equal(pollMaxAgeMs(0, 1000), 0);
  });
});
