import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Limit } from '../../src/charging';
import type { ChargerResult } from '../../src/control';
import { announceSeed, tries } from '../fuzz/tries';
import { turnUntil } from '../support/turn-clock';
import { type ChargedSite, startChargedSite, usualPace } from './charged-site';

/** One message: a change of the configuration or a current to follow, and the time since the previous message. */
interface Message {
  readonly maxCurrent?: number;
  readonly maxEnergy?: number;
  readonly amperes?: Limit;
  readonly account: 0 | 1;
  readonly afterMs: number;
  /** The delay of the service's next read. */
  readonly slowMs: number;
  readonly lost: boolean;
}

const limit = fc.integer({ min: 6, max: 32 });
const timing = {
  account: fc.constantFrom<0 | 1>(0, 1),
  afterMs: fc.constantFrom(0, 0, 5, 200, 450, 2_100, 16_000),
  slowMs: fc.constantFrom(0, 0, 150, 900),
  lost: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
};
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ maxCurrent: limit, ...timing }),
  fc.record({ maxEnergy: fc.integer({ min: 1, max: 9_000 }), ...timing }),
  fc.record({ maxCurrent: limit, maxEnergy: fc.integer({ min: 1, max: 9_000 }), ...timing }),
  fc.record({ amperes: limit, ...timing }),
);

describe('random changes of one charger from two accounts, with slow reads and lost answers', () => {
  let site: ChargedSite;
  before(announceSeed);
  beforeEach(async () => {
    site = await startChargedSite();
  });
  afterEach(() => site.close());

  /** Advances the clock while the service delays some reads. */
  async function passed(ms: number): Promise<void> {
    let over = false;
    site.clock.after(ms, () => {
      over = true;
    });
    await turnUntil(site.clock, () => over, { held: 3, withinMs: ms });
  }

  it('end in the newest change that was not refused, nothing is sent twice, and no result contradicts', async () => {
    const property = fc.asyncProperty(fc.array(message, { minLength: 2, maxLength: 7 }), async (messages) => {
      const { faults } = site.simulator.controls;
      faults.clear();
      site.simulator.controls.clearRequests();
      const operators = [site.charger(), site.charger()];
      const running: Promise<ChargerResult>[] = [];
      for (const { account, afterMs, slowMs, lost, maxCurrent, maxEnergy, amperes } of messages) {
        if (afterMs > 0) await passed(afterMs);
        if (slowMs > 0)
          faults.inject({ kind: 'slow', delayMs: slowMs, match: { operation: 'evse.getConfiguration' }, times: 1 });
        if (lost) faults.inject({ kind: 'reset-after', match: { operation: 'evse.updateConfiguration' }, times: 1 });
        const ask = site.ask(site.right, { readBackMs: 4_000 });
        const operator = operators[account] ?? assert.fail();
        const restrictions = {
          ...(maxCurrent === undefined ? {} : { maxCurrent }),
          ...(maxEnergy === undefined ? {} : { maxEnergy }),
        };
        running.push(
          amperes === undefined
            ? operator.change({ ...ask, change: { configuration: { apiConfiguration: { restrictions } } } })
            : operator.setCurrent({ ...ask, amperes, pace: { ...usualPace, minChangeA: 0 }, takeMode: true }),
        );
      }
      const results = await site.settle(Promise.all(running), { held: 3 });
      const newest = <T>(value: (one: Message) => T | undefined) =>
        messages.reduce<T | undefined>((last, one) => value(one) ?? last, undefined);
      const current = newest(({ maxCurrent, amperes }) => maxCurrent ?? (amperes as number | undefined));
      const energy = newest(({ maxEnergy }) => maxEnergy);
      const { apiConfiguration } = configurationOf(site);
      if (current !== undefined) assert.equal(apiConfiguration?.restrictions?.maxCurrent, current);
      if (energy !== undefined) assert.equal(apiConfiguration?.restrictions?.maxEnergy, energy);
      const sent = results.filter(({ changed }) => changed.length > 0);
      // After a lost answer the charger is read, and a missing change is resent: that still counts as one change.
      const lost = messages.filter((one) => one.lost).length;
      const requests = site.changes();
      assert(requests >= sent.length && requests <= sent.length + lost, `${requests} for ${sent.length}`);
      assert.equal(
        results.some(({ outcome, changed }) => outcome === 'superseded' && changed.length > 0),
        false,
      );
      const numbers = results.map(({ sequence }) => sequence);
      assert.deepEqual(
        numbers,
        [...numbers].sort((one, other) => one - other),
      );
    });
    await fc.assert(property, tries(25));
  }).timeout(120_000);
});

function configurationOf(site: ChargedSite) {
  const device = site.simulator.snapshot().devices.find(({ id }) => id === site.right);
  assert(device?.evse !== undefined);
  return (device.evse.pending ?? device.evse).configuration.configuration;
}
