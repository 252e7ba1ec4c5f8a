import assert from 'node:assert/strict';
import { type ChargedSite, type Given, outcomeOf, startChargedSite, usualPace } from './charged-site';

describe('a charger that follows a current', () => {
  let site: ChargedSite;
  beforeEach(async () => {
    site = await startChargedSite();
  });
  afterEach(() => site.close());

  function outcomes(given: readonly Given[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const one of given) {
      const outcome = outcomeOf(one) ?? 'open';
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  }

  /** Sends one value per second. */
  async function feed(deviceId: string, values: readonly number[], pace = {}): Promise<Given[]> {
    const given: Given[] = [];
    for (const amperes of values) {
      given.push(site.give(deviceId, amperes, pace));
      await site.pass(1_000);
    }
    return given;
  }

  it('the first value changes the mode of the charger and is confirmed by a read-back', async () => {
    const result = await site.set(site.left, 16.9);
    assert.deepEqual(
      [result.outcome, result.charging, result.maxCurrent, result.mode],
      ['confirmed', true, 16, 'cloud-api'],
    );
    assert.deepEqual(site.configured(site.left), { mode: 'cloud-api', enabled: true, maxCurrent: 16 });
    assert.equal(site.changes(), 1);
  });

  it('the same value every second for a minute is sent once, and every input ends', async () => {
    const given = await feed(
      site.right,
      Array.from({ length: 60 }, (_, second) => 16 + (second % 2) * 0.5),
    );
    assert.equal(site.changes(), 1);
    assert.equal(outcomes(given).confirmed, 1);
    assert.equal(outcomes(given).unchanged, 59);
  });

  it('small changes are not sent, such as noise of one ampere', async () => {
    const given = await feed(
      site.right,
      Array.from({ length: 40 }, (_, second) => 16 + (second % 3) - 1),
      { minChangeA: 3 },
    );
    assert.equal(site.changes(), 1);
    assert.equal(outcomes(given).open, undefined);
  });

  it('of a rising current the newest value is sent once per interval, and the older ones end as superseded', async () => {
    const given = await feed(
      site.right,
      Array.from({ length: 20 }, (_, second) => 10 + second),
      { minIntervalMs: 10_000 },
    );
    await site.pass(30_000);
    const sent = site.requests('evse.updateConfiguration').map(({ at }) => at);
    for (const [index, at] of sent.entries()) if (index > 0) assert(at - (sent[index - 1] ?? 0) >= 10_000);
    assert.equal(sent.length, 3);
    assert.deepEqual(outcomes(given), { confirmed: 3, superseded: 17 });
    assert.equal(site.configured(site.right).maxCurrent, 29);
  });

  it('a waiting value is superseded by one that needs no change', async () => {
    assert.equal((await site.set(site.right, 16)).outcome, 'confirmed');
    const higher = site.give(site.right, 20);
    await site.pass(1_000);
    const same = site.give(site.right, 16);
    await site.pass(60_000);
    assert.deepEqual([outcomeOf(higher), outcomeOf(same)], ['superseded', 'unchanged']);
    assert.equal(site.configured(site.right).maxCurrent, 16);
  });

  it('a lower current is sent without waiting for the interval, and ends the read-back of the previous one', async () => {
    const first = site.give(site.right, 30);
    await site.pass(500);
    const lower = site.give(site.right, 10);
    await site.pass(6_000);
    assert.deepEqual([outcomeOf(first), outcomeOf(lower)], ['confirmed', 'confirmed']);
    const [sent = 0, next = 0] = site.requests('evse.updateConfiguration').map(({ at }) => at);
    assert(next - sent >= 2_000 && next - sent < 3_500, String(next - sent));
    assert.equal(site.configured(site.right).maxCurrent, 10);
  });

  it('zero pauses charging and never removes the limit', async () => {
    assert.equal((await site.set(site.right, 16)).outcome, 'confirmed');
    const result = await site.set(site.right, 0);
    assert.deepEqual([result.outcome, result.charging, 'maxCurrent' in result], ['confirmed', false, false]);
    assert.deepEqual(result.changed, ['configuration.apiConfiguration.enabled']);
    assert.deepEqual(site.configured(site.right), { mode: 'cloud-api', enabled: false, maxCurrent: 16 });
  });

  it('no-limit removes the limit', async () => {
    const result = await site.set(site.right, 'no-limit');
    assert.deepEqual([result.outcome, result.maxCurrent], ['confirmed', 'no-limit']);
    assert.equal(site.configured(site.right).maxCurrent, 0);
  });

  it('a paused charger starts again when the current was high enough without interruption', async () => {
    await site.set(site.right, 0);
    await site.pass(60_000);
    const values = [...Array<number>(20).fill(10), 5, ...Array<number>(29).fill(10)];
    const given = await feed(site.right, values);
    assert.equal(site.configured(site.right).enabled, false);
    assert.equal(outcomeOf(given[20] as Given), 'unchanged');
    given.push(...(await feed(site.right, [10, 10, 10, 10, 10])));
    await site.pass(10_000);
    assert.deepEqual(site.configured(site.right), { mode: 'cloud-api', enabled: true, maxCurrent: 10 });
    assert.equal(outcomes(given).confirmed, 1);
    assert.equal(outcomes(given).open, undefined);
  });

  describe('a pause with a delay', () => {
    const pace = { pauseAfterMs: 180_000, resumeAfterMs: 60_000 };

    it('a current that is too low lowers the charger to 6 A at once, and pauses it after the delay', async () => {
      await site.set(site.right, 16, pace);
      const low = site.give(site.right, 0, pace);
      await site.pass(1_000);
      assert.deepEqual(site.configured(site.right), { mode: 'cloud-api', enabled: true, maxCurrent: 6 });
      await site.pass(178_000);
      assert.deepEqual([site.configured(site.right).enabled, outcomeOf(low)], [true, undefined]);
      await site.pass(5_000);
      assert.equal(site.configured(site.right).enabled, false);
      const { outcome, charging, changed } = (await low.promise) ?? {};
      assert.deepEqual([outcome, charging], ['confirmed', false]);
      const at = 'configuration.apiConfiguration';
      assert.deepEqual(changed, [`${at}.restrictions.maxCurrent`, `${at}.enabled`]);
    });

    it('a value that was sent and then superseded ends with the sent value', async () => {
      await site.set(site.right, 16, pace);
      const low = site.give(site.right, 0, pace);
      await site.pass(20_000);
      const more = site.give(site.right, 9, pace);
      await site.pass(20_000);
      assert.deepEqual([outcomeOf(low), outcomeOf(more)], ['confirmed', 'confirmed']);
      assert.deepEqual([(await low.promise).charging, (await low.promise).maxCurrent], [true, 6]);
      assert.deepEqual(site.configured(site.right), { mode: 'cloud-api', enabled: true, maxCurrent: 9 });
    });

    it('clouds of 10 s every 70 s, read every 10 s for an hour, never pause the charger', async () => {
      await site.set(site.right, 12, pace);
      const enabled = new Set<boolean | undefined>();
      const given: Given[] = [];
      for (let tens = 0; tens < 360; tens += 1) {
        given.push(site.give(site.right, tens % 7 === 6 ? 2 : 12, pace, { readBackMs: 2_000 }));
        await site.pass(10_000);
        enabled.add(site.configured(site.right).enabled);
      }
      assert.deepEqual([...enabled], [true]);
      assert.equal(outcomes(given).open, undefined);
    }).timeout(60_000);

    it('reports the next step and its time', async () => {
      const plans: unknown[] = [];
      const onPlan = (plan: unknown) => plans.push(plan);
      await site.set(site.right, 16, pace);
      const operator = site.charger();
      const set = (amperes: number) =>
        site.settle(
          operator.setCurrent({
            ...site.ask(site.right),
            amperes,
            pace: { ...usualPace, ...pace },
            takeMode: true,
            onPlan,
          }),
        );
      await set(4);
      await set(7.5);
      const reportedPlans = plans.filter((plan) => plan !== undefined) as {
        next: { enabled: boolean };
        inMs: number;
      }[];
      assert.deepEqual(
        reportedPlans.map(({ next }) => next),
        [
          { enabled: false, maxCurrent: 6 },
          { enabled: true, maxCurrent: 7 },
        ],
      );
      const [pause = 0, begin = 0] = reportedPlans.map(({ inMs }) => inMs);
      assert(pause > 160_000 && pause <= 180_000 && begin > 50_000 && begin <= 60_000, `${pause}, ${begin}`);
      assert.equal(plans.at(-1), undefined);
    });

    it('continues after a deploy, because another account and node of the service share its state', async () => {
      await site.set(site.right, 16, pace);
      const closing = new AbortController();
      const low = site.give(site.right, 0, pace, { signal: closing.signal });
      await site.pass(100_000);
      closing.abort(new Error('closed'));
      await site.pass(1_000);
      assert.deepEqual([outcomeOf(low), (await low.promise).maxCurrent], ['confirmed', 6]);
      const given = site
        .charger()
        .setCurrent({ ...site.ask(site.right), amperes: 1, pace: { ...usualPace, ...pace }, takeMode: true });
      await site.pass(77_000);
      assert.equal(site.configured(site.right).enabled, true);
      await site.settle(given);
      assert.equal(site.configured(site.right).enabled, false);
    });

    it('a wall clock that steps back an hour does not prolong it', async () => {
      await site.set(site.right, 16, pace);
      site.give(site.right, 0, pace);
      await site.pass(100_000);
      site.clock.step(-3_600_000);
      await site.pass(78_000);
      assert.equal(site.configured(site.right).enabled, true);
      await site.pass(10_000);
      assert.equal(site.configured(site.right).enabled, false);
    });

    it('a charger that is switched off in another mode is not started', async () => {
      await site.change(site.left, { mode: 'api-override-disable' });
      const result = await site.set(site.left, 2, pace);
      assert.deepEqual([result.outcome, result.charging], ['confirmed', false]);
      assert.equal(site.changes(), 2);
    });
  });

  it('a current that is too low is held at 6 A with `hold`, and refused by field with `refuse`', async () => {
    const held = await site.set(site.right, 2, { below: 'hold' });
    assert.deepEqual([held.outcome, held.maxCurrent], ['confirmed', 6]);
    for (const amperes of [0, 1, 5, 5.9]) {
      const error = await site.refused(site.give(site.left, amperes, { below: 'refuse' }).promise, 'INVALID_INPUT');
      assert.equal(error.cause.validations[0]?.field, 'amperes');
    }
    assert.equal(site.changes(), 1);
  });

  it('a refusing service is not called every second', async () => {
    site.simulator.controls.setOnline(site.right, false);
    const given = await feed(
      site.right,
      Array.from({ length: 30 }, (_, second) => 23 - (second % 5) * 2),
    );
    assert(site.changes() <= 4, String(site.changes()));
    assert.equal((outcomes(given).DEVICE_OFFLINE ?? 0) > 0, true);
    site.simulator.controls.setOnline(site.right, true);
    assert.equal((await site.set(site.right, 12)).outcome, 'confirmed');
  });

  it('a value whose node was closed is never sent', async () => {
    await site.set(site.right, 10);
    const closing = new AbortController();
    const given = site.give(site.right, 20, {}, { signal: closing.signal });
    await site.pass(1_000);
    closing.abort(new Error('closed'));
    await site.pass(60_000);
    assert(given.ended instanceof Error);
    assert.equal(site.configured(site.right).maxCurrent, 10);
    assert.equal(site.changes(), 1);
  });

  it('changes of other clients are noticed after five minutes', async () => {
    await site.set(site.right, 10);
    const body = { configuration: { apiConfiguration: { restrictions: { maxCurrent: 32 } } } };
    await site.settle(site.client().call('evse.updateConfiguration', { path: { deviceId: site.right }, body }));
    await site.pass(301_000);
    assert.equal((await site.set(site.right, 10)).outcome, 'confirmed');
    assert.equal(site.configured(site.right).maxCurrent, 10);
  });

  it('a change by another node of the account is noticed at once', async () => {
    const operator = site.charger();
    const set = (amperes: number) =>
      site.settle(
        operator.setCurrent({
          ...site.ask(site.right),
          amperes,
          takeMode: true,
          pace: {
            minChangeA: 1,
            minIntervalMs: 2_000,
            below: 'pause',
            pauseAfterMs: 0,
            resumeAboveA: 7,
            resumeAfterMs: 0,
            reduceAtOnce: true,
          },
        }),
      );
    await set(10);
    await site.settle(operator.change({ ...site.ask(site.right), change: { mode: 'no-restrictions' } }));
    assert.equal((await set(10)).outcome, 'confirmed');
    assert.equal(site.configured(site.right).mode, 'cloud-api');
  });

  it('a current in another mode is refused if the node must not change the mode', async () => {
    const operator = site.charger();
    const request = { ...site.ask(site.left), amperes: 10, pace: { minIntervalMs: 0 } as never, takeMode: false };
    const error = await site.refused(operator.setCurrent(request), 'BLOCKED_BY_INTERLOCK');
    assert.match(error.message, /no-restrictions/);
    assert.equal(site.changes(), 0);
  });

  it('a dry run shows the request for each value and sends nothing', async () => {
    const result = await site.settle(site.give(site.left, 16, {}, { dryRun: true }).promise);
    assert.deepEqual(result.request?.body, {
      mode: 'cloud-api',
      configuration: { apiConfiguration: { restrictions: { maxCurrent: 16 } } },
    });
    assert.equal(site.changes(), 0);
  });

  it('two chargers do not wait for each other', async () => {
    const given = [site.give(site.left, 10), site.give(site.right, 10)];
    await site.pass(4_000);
    assert.deepEqual(outcomes(given), { confirmed: 2 });
  });

  it('the first value is sent to a charger in another mode, even if that mode gives the same current', async () => {
    const result = await site.set(site.left, 'no-limit');
    assert.deepEqual([result.outcome, result.maxCurrent, result.mode], ['confirmed', 'no-limit', 'cloud-api']);
  });

  it('no timer is left after all inputs have ended', async () => {
    await site.set(site.right, 10);
    await site.pass(100);
    const before = site.clock.pendingTimers();
    await feed(site.right, [20, 21, 20, 21]);
    await site.pass(60_000);
    assert(site.clock.pendingTimers() <= before);
  });
});
