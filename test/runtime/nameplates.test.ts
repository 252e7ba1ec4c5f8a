import assert from 'node:assert/strict';
import type { Nameplates } from '../../src/admin-api';
import { type AdminSide, startAdminSide } from '../support/admin-side';

describe('the nameplates of a device and of the one that replaces it', () => {
  let side: AdminSide;
  beforeEach(async () => {
    side = await startAdminSide();
  });
  afterEach(() => side.stop());

  async function ask(old: string, next: string): Promise<Nameplates> {
    const { status, json } = await side.ask('GET', `breakerflow/accounts/account/nameplates?old=${old}&next=${next}`);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  }

  it('tell rating, poles and load of both', async () => {
    const { old, next } = await ask(side.service.device('Kitchen outlets'), side.service.device('Clothes dryer'));
    assert.deepEqual([old.poles, next.poles], [1, 2]);
    assert.deepEqual([old.ratedA, next.ratedA], [20, 30]);
    assert.equal(next.loadType, 'dryer');
    assert.deepEqual([old.hardwareType, old.error, old.locked], ['emcb', undefined, undefined]);
  });

  it('of a device that is gone only that it cannot be read, and the other one whole', async () => {
    const { old, next } = await ask('11111111-2222-4333-8444-555555555555', side.service.device('Clothes dryer'));
    assert.match(old.error ?? '', /./);
    assert.deepEqual([old.ratedA, old.loadType], [undefined, undefined]);
    assert.deepEqual([next.ratedA, next.error], [30, undefined]);
  });

  it('tell who has locked a device', async () => {
    const deviceId = side.service.device('Kitchen outlets');
    const locking = { action: 'lock', deviceId, by: 'Ada', reason: '', confirmation: '' };
    const asked = side.ask('POST', 'breakerflow/accounts/account/operate', { body: locking });
    await side.service.clock.advance(60_000);
    await asked;
    const { old } = await ask(deviceId, side.service.device('Clothes dryer'));
    assert.equal(old.locked?.by, 'Ada');
  });
});
