import assert from 'node:assert/strict';
import { fields } from '../../nodes/breaker-account/breaker-account.fields';
import { createManualClock } from '../../src/clock';
import { readConfig } from '../../src/fields';
import { type Account, accountSource, createAccount, leaseSimulator, safetySettings } from '../../src/runtime';
import { settled, turned } from '../support/turn-clock';

describe('accounts of one simulated site', () => {
  const clock = createManualClock();
  const opened: Account[] = [];
  // The clock must not be turned while a module is loaded.
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
    const house = account('house', { site: 'Story' });
    const operator = account('operator', { site: ' story ', party: 'gridOperator' });
    assert.equal(await devicesOf(house), 14);
    assert.equal(await devicesOf(operator), 0);
    for (const one of [house, operator])
      assert.deepEqual(await organizationsOf(one), ['Maple Street 12', 'Grid operator']);
  });

  it('find the same organization again after a redeploy', async () => {
    const settings = { site: 'Again', party: 'gridOperator' };
    const first = account('first', settings);
    await devicesOf(first);
    await turned(clock, first.close());
    assert.deepEqual(await organizationsOf(account('second', settings)), ['Maple Street 12', 'Grid operator']);
  });

  it('are of the same site when they name none', async () => {
    await devicesOf(account('a', { party: 'gridOperator' }));
    assert.deepEqual(await organizationsOf(account('b', {})), ['Maple Street 12', 'Grid operator']);
  });

  it('have one queue and one record of commands; those of other sites have others', () => {
    const service = (settings: Readonly<Record<string, unknown>>) => account('x', settings).context.service;
    assert.equal(service({}), 'simulator:site-maple street 12');
    assert.equal(service({ site: 'MAPLE  street 12', party: 'gridOperator', speed: 60 }), service({}));
    assert.notEqual(service({ site: 'Maple Street 13' }), service({}));
  });

  it('know what they ask for and what runs', async () => {
    await devicesOf(account('a', { speed: 60 }));
    const other = account('b', { seed: 3, configVersion: 3 });
    assert.deepEqual(await turned(clock, other.site()), {
      site: 'Maple Street 12',
      asked: { seed: 3, speed: 1, keepState: false },
      running: { seed: 1, speed: 60, keepState: false },
    });
  });

  describe('find their state file', () => {
    const optionsOf = (id: string, settings: Readonly<Record<string, unknown>>) => {
      const source = accountSource(id, readConfig(fields, { ...settings, keepState: true }), '/dir');
      assert(source.kind === 'simulator');
      const { stateFile = '', formerStateFile } = source.options;
      return [stateFile, formerStateFile];
    };

    it('by the name of the site', () => {
      const [file] = optionsOf('a', {});
      assert.match(String(file), /^\/dir\/breakerflow-simulator-site-maple-street-12-[0-9a-f]{8}\.json$/);
      assert.equal(optionsOf('b', { site: 'MAPLE STREET 12' })[0], file);
      assert.notEqual(optionsOf('a', { site: 'Maple-Street 12' })[0], file);
      assert.match(
        String(optionsOf('a', { site: '母屋' })[0]),
        /^\/dir\/breakerflow-simulator-site--[0-9a-f]{8}\.json$/,
      );
    });

    it('where 0.1.0 left one: by the account, or by the shared world', () => {
      assert.equal(optionsOf('a', {})[1], '/dir/breakerflow-simulator-a.json');
      assert.equal(optionsOf('a', { world: '', seed: 7 })[1], '/dir/breakerflow-simulator-a.json');
      assert.equal(optionsOf('a', { world: 'story' })[1], '/dir/breakerflow-simulator-world-story.json');
      assert.equal(optionsOf('a', { site: 'The cabin', configVersion: 3 })[1], undefined);
    });
  });
});
