import assert from 'node:assert/strict';
import { createManualClock, sleep } from '../../src/clock';

describe('sleep', () => {
  it('resolves after its delay, not before', async () => {
    const clock = createManualClock(0);
    let awake = false;
    const sleeping = sleep(clock, 100).then(() => {
      awake = true;
    });
    await clock.advance(99);
    assert.equal(awake, false);
    await clock.advance(1);
    await sleeping;
    assert.equal(awake, true);
  });

  it('an abort ends it with the reason of the signal and leaves no timer', async () => {
    const clock = createManualClock(0);
    const controller = new AbortController();
    const reason = new Error('closed');
    const sleeping = sleep(clock, 100, controller.signal);
    assert.equal(clock.pendingTimers(), 1);
    controller.abort(reason);
    await assert.rejects(sleeping, (error) => error === reason);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('a signal that was aborted before starts no timer', async () => {
    const clock = createManualClock(0);
    const reason = new Error('closed');
    await assert.rejects(sleep(clock, 100, AbortSignal.abort(reason)), (error) => error === reason);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('an abort after the end does nothing, and the signal is let go', async () => {
    const clock = createManualClock(0);
    const controller = new AbortController();
    const removed: string[] = [];
    const remove = controller.signal.removeEventListener.bind(controller.signal);
    controller.signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      removed.push(given[0]);
      remove(...given);
    };
    const sleeping = sleep(clock, 100, controller.signal);
    await clock.advance(100);
    await sleeping;
    controller.abort();
    assert.deepEqual(removed, ['abort']);
  });
});
