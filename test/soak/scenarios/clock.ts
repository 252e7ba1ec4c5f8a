import { below, createRandom, pick } from '../../sigv4/mutations';
import { type Command, startCommandedSite } from '../commanded-site';
import { mismatches, type SoakScenario } from '../scenario';
import { createSleepingClock, type SleepingClock } from '../sleeping-clock';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const steps = [-24 * hourMs, -hourMs, -90_000, -1_000, 1_000, 90_000, hourMs, 24 * hourMs];
const naps = [20_000, 10 * minuteMs, 8 * hourMs];
const driftMaxMs = 200;
/** The longest wait of this package. */
const waitMaxS = 60;
const expiryMs = 10_000;

/** The wall clock steps and drifts and the machine sleeps: waits, ages, tokens and commands must not depend on that. */
export const clock: SoakScenario = {
  name: 'clock',
  async run({ seed, short }) {
    const rounds = short ? 40 : 2_000;
    const random = createRandom(seed);
    let machine: SleepingClock | undefined;
    const site = await startCommandedSite((base) => {
      machine = createSleepingClock(base);
      return machine;
    });
    const counts = {
      rounds,
      steps: 0,
      naps: 0,
      messages: 0,
      tokens: 0,
      'long waits': 0,
      'old readings': 0,
      'time error': 0,
      'sent late': 0,
      'wrong state': 0,
    };
    const failures: string[] = [];
    let simulatedMs = 0;
    let story = '';
    const fail = (why: keyof typeof counts, what: string) => {
      counts[why] += 1;
      failures.push(`${why}: ${what}; ${story}`);
    };

    /** The node accepts readings of at most 1 s and the last one is older, so the meter must be read. */
    async function expectFreshReading(): Promise<void> {
      counts.messages += 1;
      const id = site.read();
      await site.pass(5_000);
      const read = site.takeRequests().filter(({ operation }) => operation === 'meter.reading');
      if (read.length !== 1) fail('old readings', `${read.length} requests, ${site.ends.get(id)?.error?.code}`);
      expectNoTimeError(id);
    }

    function expectNoTimeError(id: number): void {
      const error = site.ends.get(id)?.error;
      const wait = error?.cause.retryAfter;
      if (wait !== undefined && wait > waitMaxS) fail('long waits', `${wait} s, ${error?.message}`);
      const forPace = error === undefined || error.code === 'RATE_LIMITED_LOCALLY';
      if (!forPace) fail('time error', `${id}: ${error.code} ${error.message}`);
    }

    /** Sends two commands after all others have ended. The second decides the state, even if the wall clock steps. */
    async function expectLastCommandWins(): Promise<void> {
      const command = pick<Command>(['open', 'close'], random);
      const first = site.command(command === 'open' ? 'close' : 'open', 0);
      await site.pass(below(5_000, random));
      stepOrDrift();
      await site.pass(12_000);
      const second = site.command(command, 1);
      await site.pass(minuteMs / 2);
      counts.messages += 2;
      for (const id of [first, second]) expectNoTimeError(id);
      const position = site.service.position(site.device);
      if (position !== (command === 'open' ? 'open' : 'closed')) fail('wrong state', `${position} after ${command}`);
    }

    function stepOrDrift(): void {
      const ms = below(2, random) === 0 ? pick(steps, random) : below(2 * driftMaxMs, random) - driftMaxMs;
      story += `, wall clock by ${ms} ms`;
      counts.steps += 1;
      machine?.stepWall(ms);
    }

    /** The machine sleeps while a close waits for its pace. When it wakes, the close has expired. */
    async function sleepWithPendingClose(): Promise<void> {
      const napMs = pick(naps, random);
      story += `, nap of ${napMs} ms`;
      counts.naps += 1;
      counts.messages += 2;
      site.command('open', 0);
      await site.pass(3_000);
      site.takeRequests();
      const close = site.command('close', 1);
      await site.pass(500);
      machine?.fallAsleep();
      const asleepAt = site.service.clock.now();
      await site.pass(napMs);
      machine?.wake();
      await site.pass(minuteMs / 2);
      for (const { operation, at } of site.takeRequests())
        if (operation === 'remoteHandle.setPosition' && at > asleepAt + expiryMs)
          fail('sent late', `${at - asleepAt} ms`);
      if (site.ends.get(close) === undefined) fail('time error', 'the pending close has not ended');
    }

    try {
      for (let number = 1; number <= rounds; number++) {
        story = `round ${number}`;
        const startMs = site.service.clock.now();
        stepOrDrift();
        await site.pass(2_000);
        site.takeRequests();
        await expectFreshReading();
        await expectLastCommandWins();
        if (below(4, random) === 0) await sleepWithPendingClose();
        else await site.pass(below(20, random) * minuteMs);
        counts.tokens += site.takeRequests().filter(({ operation }) => operation === 'token.create').length;
        simulatedMs += site.service.clock.now() - startMs;
        site.red.outputs.length = 0;
      }
      const missing = site.allEnded() ? 0 : 1;
      const allCounts = { ...counts, hours: Math.round(simulatedMs / hourMs), 'without an end': missing };
      const wanted = {
        'long waits': 0,
        'old readings': 0,
        'time error': 0,
        'sent late': 0,
        'wrong state': 0,
        'without an end': 0,
      };
      return { counts: allCounts, failures: [...failures, ...mismatches(allCounts, wanted)] };
    } finally {
      await site.stop();
    }
  },
};
