import { type Clock, createManualClock } from '../../src/clock';
import { settled } from './turn-clock';

/**
 * Real time, of which any amount can pass at once. A slow machine makes nothing late then: time stands still while a request is
 * answered or a file is written.
 */
export interface PassingClock extends Clock {
  /** Resolves when this time has passed, and all that it has brought about is done. */
  pass(ms: number): Promise<void>;
  /** Sets the wall clock forward, as if the machine had slept. */
  step(ms: number): void;
}

const realEveryMs = 10;

/** @param startMs Unix epoch ms. */
export function createPassingClock(startMs: number): PassingClock {
  const clock = createManualClock(startMs);
  let turns = 0;
  let last = Promise.resolve();
  let realMs = performance.now();

  /** One after the other. Real time counts from the end of a turn. */
  function turn(work: () => Promise<void>): Promise<void> {
    turns += 1;
    const turned = last.then(work).finally(() => {
      turns -= 1;
      realMs = performance.now();
    });
    last = turned.catch(() => {});
    return turned;
  }

  setInterval(() => {
    if (turns === 0) void turn(() => clock.advance(performance.now() - realMs));
  }, realEveryMs).unref();

  return {
    now: clock.now,
    monotonicMs: clock.monotonicMs,
    after: clock.after,
    step: clock.step,
    pass: (ms) =>
      turn(async () => {
        const endMs = clock.monotonicMs() + ms;
        for (;;) {
          await done();
          const leftMs = endMs - clock.monotonicMs();
          if (leftMs <= 0) return;
          await clock.advance(Math.min(clock.nextTimerMs() ?? leftMs, leftMs));
        }
      }),
  };
}

/** Until nothing is sent, answered or written any more. */
async function done(): Promise<void> {
  do await settled();
  while (process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq')));
}
