import assert from 'node:assert/strict';
import type { NodeAPI } from 'node-red';
import { type AnnouncedManager, announceManager, otherManagers } from '../../../src/runtime/automation';
import { copied, type ManagedSite, type Process, startManagedSite } from './managed-site';

describe('automation: the managers that know of each other', () => {
  let site: ManagedSite;
  beforeEach(async () => {
    site = await startManagedSite();
  });
  afterEach(() => site.close());

  const withAccount = ({ RED, account }: Process): NodeAPI =>
    ({ ...RED, nodes: { getNode: (id: string) => (id === 'account' ? { account } : null) } }) as never;
  const manager = (id: string, more: Partial<AnnouncedManager> = {}): AnnouncedManager => ({
    ...{ id, name: id, account: 'account', loads: [], partOf: '', dryRun: false },
    ...more,
  });
  const first = (process: Process, id: string) =>
    otherManagers(withAccount(process), process.account, id).map((other) => [other.id, other.goesFirst]);

  it('never ran: the one whose id sorts first goes first', () => {
    const one = site.process();
    for (const id of ['b', 'a']) announceManager(one.RED, manager(id));
    assert.deepEqual([first(one, 'a'), first(one, 'b')], [[['b', false]], [['a', true]]]);
  });

  it('ran: the one that ran first goes first, also in another process', async () => {
    const before = site.process();
    before.start('b');
    await site.pass(1_000);
    before.start('a');
    await site.pass(60_000);
    const after = site.process({ userDir: copied(before.userDir) });
    for (const process of [before, after]) {
      for (const id of ['a', 'b', 'c']) announceManager(process.RED, manager(id));
      const wanted = { a: ['b'], b: [], c: ['a', 'b'] };
      for (const [id, ids] of Object.entries(wanted))
        assert.deepEqual(
          first(process, id).flatMap(([other, goesFirst]) => (goesFirst ? [other] : [])),
          ids,
        );
    }
  });

  it('are those of the service whose nodes are there', () => {
    const one = site.process();
    const withdraw = announceManager(one.RED, manager('a'));
    announceManager(one.RED, manager('elsewhere', { account: 'another' }));
    assert.deepEqual(first(one, 'b'), [['a', true]]);
    announceManager(one.RED, manager('a', { name: 'deployed anew' }));
    withdraw();
    assert.deepEqual(first(one, 'b'), [['a', true]]);
  });
});
