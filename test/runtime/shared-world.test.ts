import assert from 'node:assert/strict';
import { fields } from '../../nodes/breaker-account/breaker-account.fields';
import { createManualClock } from '../../src/clock';
import { readConfig } from '../../src/fields';
import { type Account, accountSource, createAccount, leaseSimulator, safetySettings } from '../../src/runtime';
import { settled, turned } from '../support/turn-clock';

describe('accounts that share a simulated world', () => {
  const clock = createManualClock();
  const opened: Account[] = [];
  // The clock must not advance while a module is loaded.
  before(() => import('got').then(() => undefined));
  afterEach(async () => {
    for (const account of opened.splice(0)) await turned(clock, account.close());
    await settled();
  });

  function account(id: string, settings: Readonly<Record<string, unknown>>): Account {
    const config = readConfig(fields, settings);
    const made = createAccount({
      name: id,
      source: accountSource(id, config, '/nowhere'),
      safety: safetySettings(config),
      clock,
      random: () => 0.5,
      leaseSimulator: (options) => leaseSimulator(options, clock),
      commandSpacingMs: 1_000,
    });
    opened.push(made);
    return made;
  }
  const organizationsOf = async (one: Account) =>
    (await turned(clock, (await turned(clock, one.client())).call('organizations.list', {}))).data.map(
      ({ name }) => name,
    );
  const devicesOf = async (one: Account) =>
    (await turned(clock, (await turned(clock, one.client())).call('devices.list', { filter: {} }, { token: 'ORG' })))
      .data.length;

  it('are two organizations of one service: the house has the devices, the grid operator has none', async () => {
    const house = account('house', { world: 'story' });
    const operator = account('operator', { world: 'story', party: 'gridOperator' });
    assert.equal(await devicesOf(house), 14);
    assert.equal(await devicesOf(operator), 0);
    for (const one of [house, operator])
      assert.deepEqual(await organizationsOf(one), ['Maple Street 12', 'Grid operator']);
  });

  it('find the same organization again after a redeploy', async () => {
    const settings = { world: 'again', party: 'gridOperator' };
    const first = account('first', settings);
    await devicesOf(first);
    await turned(clock, first.close());
    assert.deepEqual(await organizationsOf(account('second', settings)), ['Maple Street 12', 'Grid operator']);
  });

  it('have separate worlds without a name', async () => {
    await devicesOf(account('a', { party: 'gridOperator' }));
    assert.deepEqual(await organizationsOf(account('b', {})), ['Maple Street 12']);
  });
});
