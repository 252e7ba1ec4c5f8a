import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { createManualClock, type ManualClock } from '../../src/clock';
import type { Account } from '../../src/runtime/accounts/account';
import { accountAt } from '../../src/runtime/admin/account-at';

describe('the account of an admin request', () => {
  const account = {} as Account;
  let clock: ManualClock;
  let events: EventEmitter;
  let running: Account | undefined;
  let RED: NodeAPI;
  beforeEach(() => {
    clock = createManualClock();
    events = new EventEmitter();
    running = undefined;
    RED = {
      nodes: {
        getNode: () => (running === undefined ? null : { account: running }),
        eachNode: (visit: (node: object) => void) => visit({ id: 'house', type: 'breaker-account' }),
      },
      events,
      settings: { breakerflow: { clock } },
    } as unknown as NodeAPI;
  });
  afterEach(() => assert.equal(events.listenerCount('flows:started'), 0));

  it('is the running one', async () => {
    running = account;
    assert.equal(await accountAt(RED, 'house'), account);
  });

  it('is awaited while it is redeployed', async () => {
    const found = accountAt(RED, 'house');
    running = account;
    events.emit('flows:started');
    assert.equal(await found, account);
  });

  it('is unknown if it does not run after 3 s, for example if it is disabled', async () => {
    const found = accountAt(RED, 'house');
    await clock.advance(3_000);
    assert.equal(await found, undefined);
  });

  it('is unknown at once if no flow has it', async () => {
    assert.equal(await accountAt(RED, 'other'), undefined);
    assert.equal(await accountAt(RED), undefined);
  });
});
