import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { createOnceAMinute, onceAMinute } from '../../src/runtime/node/once-a-minute';

describe('flow: a report once a minute', () => {
  it('is given at once, then counted until a minute has passed, regardless of the wall clock', async () => {
    const clock = createManualClock();
    const said = createOnceAMinute(clock);
    assert.equal(said.permit('a'), 0);
    for (let second = 0; second < 59; second++) {
      await clock.advance(1_000);
      clock.step(3_600_000);
      assert.equal(said.permit('a'), undefined);
    }
    await clock.advance(1_000);
    assert.equal(said.permit('a'), 59);
    assert.equal(said.permit('a'), undefined);
    await clock.advance(120_000);
    assert.equal(said.permit('a'), 1);
  });

  it('is counted per reason, for at most a hundred reasons', () => {
    const said = createOnceAMinute(createManualClock());
    for (let index = 0; index < 100; index++) assert.equal(said.permit(`${index}`), 0);
    assert.equal(said.permit('7'), undefined);
    assert.equal(said.permit('another'), 0);
    assert.equal(said.permit('7'), 0);
  });

  it('passes a text on once a minute', async () => {
    const clock = createManualClock();
    const texts: string[] = [];
    const log = onceAMinute(clock, (text) => texts.push(text));
    for (const text of ['a', 'b', 'a']) log(text);
    await clock.advance(60_000);
    log('a');
    assert.deepEqual(texts, ['a', 'b', 'a']);
  });
});
