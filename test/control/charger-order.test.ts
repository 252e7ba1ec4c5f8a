import assert from 'node:assert/strict';
import { type ChargerChange, type ChargerOperator, type ChargerResult, nextSequence } from '../../src/control';
import { createChargerStates } from '../../src/control/charger/charger-state';
import { type ChargedSite, outcomeOf, startChargedSite, usualPace } from './charged-site';

const limits = (maxCurrent?: number, maxEnergy?: number): ChargerChange => ({
  configuration: {
    apiConfiguration: {
      restrictions: {
        ...(maxCurrent === undefined ? {} : { maxCurrent }),
        ...(maxEnergy === undefined ? {} : { maxEnergy }),
      },
    },
  },
});
const paths = {
  current: 'configuration.apiConfiguration.restrictions.maxCurrent',
  energy: 'configuration.apiConfiguration.restrictions.maxEnergy',
};

describe('changes of one charger keep the order of their messages', () => {
  let site: ChargedSite;
  let operator: ChargerOperator;
  beforeEach(async () => {
    site = await startChargedSite();
    operator = site.charger();
  });
  afterEach(() => site.close());

  const change = (to: ChargerChange, by = operator, more = {}): Promise<ChargerResult> =>
    by.change({ ...site.ask(site.right, more), change: to });
  const slow = (operation: 'devices.get' | 'evse.getConfiguration', delayMs: number, times = 1) =>
    site.simulator.controls.faults.inject({ kind: 'slow', delayMs, match: { operation }, times });

  it('the older of two changes to the same path is not sent and ends as superseded', async () => {
    const results = await site.settle(
      Promise.all([change({ mode: 'no-restrictions' }), change({ mode: 'charge-windows' })]),
    );
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['superseded', 'confirmed'],
    );
    assert.deepEqual(results[0]?.superseded, ['mode']);
    assert.equal(site.changes(), 1);
    assert.equal(site.configured(site.right).mode, 'charge-windows');
  });

  it('a newer change follows a sent one after at least two seconds', async () => {
    const first = change({ mode: 'no-restrictions' });
    await site.pass(500);
    const second = change({ mode: 'charge-windows' });
    const results = await site.settle(Promise.all([first, second]));
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['confirmed', 'confirmed'],
    );
    const [sent = 0, next = 0] = site.requests('evse.updateConfiguration').map(({ at }) => at);
    assert(next - sent >= 2_000);
    assert.equal(site.configured(site.right).mode, 'charge-windows');
  });

  it('only the paths that a newer change does not contain are sent; the result names the omitted ones', async () => {
    const [older, newer] = await site.settle(Promise.all([change(limits(10, 5_000)), change(limits(12))]));
    assert.deepEqual([older.outcome, older.changed, older.superseded], ['confirmed', [paths.energy], [paths.current]]);
    assert.deepEqual([newer.outcome, newer.changed], ['confirmed', [paths.current]]);
    assert.equal(site.configured(site.right).maxCurrent, 12);
  });

  it('a slow check or read of the older change does not change the order', async () => {
    for (const operation of ['devices.get', 'evse.getConfiguration'] as const) {
      slow(operation, 5_000);
      const first = change(limits(10));
      await site.clock.advance(300);
      const second = change(limits(14));
      await site.settle(Promise.all([first, second]), { held: 1 });
      assert.equal(site.configured(site.right).maxCurrent, 14);
      await site.settle(change(limits(24)));
    }
  });

  it('the order of the messages counts, not that of the calls', async () => {
    const early = nextSequence();
    const late = nextSequence();
    assert.equal((await site.settle(operator.change({ ...askWith(late), change: limits(14) }))).outcome, 'confirmed');
    const result = await site.settle(operator.change({ ...askWith(early), change: limits(10, 7_000) }));
    assert.deepEqual(
      [result.outcome, result.changed, result.superseded],
      ['confirmed', [paths.energy], [paths.current]],
    );
    assert.equal(site.configured(site.right).maxCurrent, 14);
  });
  const askWith = (sequence: number) => ({ ...site.ask(site.right), sequence });

  it('a newer change that is refused does not supersede', async () => {
    const body = { loadDetails: { type: 'lift' } };
    await site.settle(site.client().call('devices.update', { path: { deviceId: site.right }, body }));
    const protecting = site.charger({ protectedLoads: ['lift'] });
    const [first, refused] = [change(limits(10)), change(limits(14), protecting)];
    const results = await site.settle(Promise.allSettled([first, refused]));
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value.outcome : result.reason.code)),
      ['confirmed', 'BLOCKED_BY_INTERLOCK'],
    );
    assert.equal(site.configured(site.right).maxCurrent, 10);
  });

  it('results have a number that increases with each message', async () => {
    const results = await site.settle(
      Promise.all([change(limits(10)), change(limits(11)), site.give(site.right, 12).promise, change(limits(13))]),
    );
    const numbers = results.map(({ sequence }) => sequence);
    assert.deepEqual(
      numbers,
      [...numbers].sort((one, other) => one - other),
    );
    assert.equal(new Set(numbers).size, 4);
  });

  it('two accounts of one service share the order', async () => {
    const [older, newer] = await site.settle(Promise.all([change(limits(10)), change(limits(14), site.charger())]));
    assert.deepEqual([older.outcome, newer.outcome], ['superseded', 'confirmed']);
    assert.equal(site.configured(site.right).maxCurrent, 14);
  });

  it('a charger is identified regardless of the case of its id and the form of its base URL, but by its service', () => {
    const state = createChargerStates(site.clock, 'https://api.example.com/v1').of('AB-12');
    assert.equal(createChargerStates(site.clock, 'HTTPS://API.Example.com:443/v1/').of('ab-12'), state);
    assert.notEqual(createChargerStates(site.clock, 'https://api.example.com/v2').of('AB-12'), state);
  });

  it('the state of a charger is dropped after idle hours, but not while it is in use', async () => {
    const states = createChargerStates(site.clock, 'https://api.example.com');
    const [idle, used] = [states.of('idle'), states.of('used')];
    used.queue.enter({ sequence: 1, paths: new Set(['mode']), whole: false, checked: Promise.resolve() });
    await site.clock.advance(3 * 3_600_000);
    assert.equal(states.of('used'), used);
    assert.notEqual(states.of('idle'), idle);
  });

  it('two accounts of one service share the pace of a current that is followed', async () => {
    await site.set(site.right, 10);
    const other = site.charger();
    const request = { ...site.ask(site.right), amperes: 20, pace: usualPace, takeMode: true };
    await site.settle(other.setCurrent(request));
    const [sent = 0, next = 0] = site.requests('evse.updateConfiguration').map(({ at }) => at);
    assert(next - sent >= 15_000, String(next - sent));
  });

  it('a waiting current is superseded by a newer change of the current, and not by one of another path', async () => {
    await site.set(site.right, 10);
    const waits = site.give(site.right, 20);
    await site.pass(1_000);
    await site.settle(change(limits(undefined, 9_000)));
    assert.equal(outcomeOf(waits), undefined);
    await site.settle(change(limits(8)));
    await site.pass(60_000);
    assert.equal(outcomeOf(waits), 'superseded');
    assert.equal(site.configured(site.right).maxCurrent, 8);
  });

  it('a waiting change is superseded by a newer current', async () => {
    const first = change({ mode: 'cloud-api', ...limits(undefined, 4_000) });
    await site.pass(100);
    const second = change(limits(30));
    const current = site.give(site.right, 12);
    const results = await site.settle(Promise.all([first, second, current.promise]));
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['confirmed', 'superseded', 'confirmed'],
    );
    assert.equal(site.configured(site.right).maxCurrent, 12);
    assert.equal(site.changes(), 2);
  });

  it('only the newest of a thousand simultaneous values is sent, and the others end as superseded', async () => {
    const given = Array.from({ length: 1_000 }, (_, index) => site.give(site.right, 6 + (index % 20)));
    await site.settle(Promise.all(given.map(({ promise }) => promise)));
    const outcomes = new Set(given.slice(0, -1).map(outcomeOf));
    assert.deepEqual([[...outcomes], outcomeOf(given.at(-1) ?? assert.fail())], [['superseded'], 'confirmed']);
    assert.equal(site.changes(), 1);
  });

  it('a dry run does not enter the queue', async () => {
    const [first, dry] = await site.settle(
      Promise.all([change(limits(10)), change(limits(14), operator, { dryRun: true })]),
    );
    assert.deepEqual([first.outcome, dry.outcome], ['confirmed', 'dry-run']);
  });

  it('a change that was sent before its node closed ends with the known outcome, never as cancelled', async () => {
    for (const [fault, outcome] of [
      [undefined, 'accepted'],
      ['reset-after', 'unknown'],
    ] as const) {
      if (fault !== undefined)
        site.simulator.controls.faults.inject({
          kind: fault,
          match: { operation: 'evse.updateConfiguration' },
          times: 1,
        });
      const closing = new AbortController();
      const sent = change(limits(fault === undefined ? 10 : 12), operator, { signal: closing.signal });
      await site.pass(500);
      closing.abort(new Error('closed'));
      assert.equal((await site.settle(sent)).outcome, outcome);
    }
    assert.equal(site.changes(), 2);
  });

  it('a change that was not sent before its node closed is never sent', async () => {
    const closing = new AbortController();
    const first = change({ mode: 'no-restrictions' });
    await site.pass(100);
    const second = change(limits(12), operator, { signal: closing.signal });
    await site.pass(100);
    closing.abort(new Error('closed'));
    await assert.rejects(site.settle(second), /closed/);
    await site.settle(first);
    assert.equal(site.changes(), 1);
  });
});
