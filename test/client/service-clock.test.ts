import assert from 'node:assert/strict';
import { createServiceClock } from '../../src/client/service-clock';
import { createManualClock } from '../../src/clock';

const date = (ms: number) => new Date(ms).toUTCString();

describe('client: the clock of the service', () => {
  it('shows what ours does until an answer has told', () => {
    const clock = createManualClock();
    const service = createServiceClock(clock);
    assert.deepEqual(
      [service.skewMs(), service.now(), service.at(-5_000)],
      [undefined, clock.now(), clock.now() - 5_000],
    );
    service.observe(undefined, 0);
    service.observe('soon', 0);
    assert.equal(service.skewMs(), undefined);
  });

  it('is half a second after the Date of its newest answer, at the instant that came', async () => {
    const clock = createManualClock();
    const service = createServiceClock(clock);
    service.observe(date(clock.now() + 60_000), clock.monotonicMs());
    assert.deepEqual([service.skewMs(), service.now()], [60_500, clock.now() + 60_500]);
    await clock.advance(10_000);
    assert.equal(service.at(4_000), clock.now() + 60_500 - 6_000);
    service.observe(date(clock.now() - 60_000), clock.monotonicMs());
    assert.equal(service.skewMs(), -59_500);
  });

  it('is not read off the same Date twice: the first answer with it is the one closest to it', async () => {
    const clock = createManualClock();
    const service = createServiceClock(clock);
    const told = date(clock.now());
    service.observe(told, clock.monotonicMs());
    await clock.advance(900);
    service.observe(told, clock.monotonicMs());
    assert.equal(service.skewMs(), 500);
  });

  it('does not step with ours', () => {
    const clock = createManualClock();
    const service = createServiceClock(clock);
    service.observe(date(clock.now()), clock.monotonicMs());
    const before = service.now();
    clock.step(-3_600_000);
    assert.deepEqual([service.now(), service.skewMs()], [before, 3_600_500]);
  });
});
