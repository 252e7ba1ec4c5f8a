import assert from 'node:assert/strict';
import { type OperatedSite, startSite } from './operated-site';

describe('safety: close needs confirmation', () => {
  let site: OperatedSite;
  let deviceId: string;
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Kitchen outlets');
  });
  afterEach(() => site.close());

  const close = (more: { confirmed?: boolean; confirmClose?: boolean } = {}) =>
    site.operator({ commandExpiryMs: 60_000 }).operate(site.request({ deviceId, command: 'close', ...more }));
  const needed = async () => {
    const before = site.commands().length;
    const error = await site.refused(close(), 'CONFIRMATION_NEEDED');
    assert.match(error.message, /msg\.confirm/);
    assert.equal(site.commands().length, before);
  };
  /** Opens the breaker as another client of the service. */
  const openFrom = async () => {
    const body = { command: 'open', reason: 'elsewhere' } as const;
    await site.settle(site.client().call('remoteHandle.setPosition', { path: { deviceId }, body }));
    await site.clock.advance(60_000);
  };

  it('a main handle that was opened by hand requires a confirmation', async () => {
    site.simulator.controls.moveMainHandle(deviceId, 'open');
    await needed();
  });

  it('a tripped breaker requires a confirmation', async () => {
    site.simulator.controls.tripBreaker(deviceId);
    await needed();
  });

  it('msg.confirm closes it', async () => {
    site.simulator.controls.moveMainHandle(deviceId, 'open');
    assert.equal((await site.settle(close({ confirmed: true }))).outcome, 'confirmed');
  });

  it('a node without confirmClose closes it', async () => {
    site.simulator.controls.moveMainHandle(deviceId, 'open');
    assert.equal((await site.settle(close({ confirmClose: false }))).outcome, 'confirmed');
  });

  it('a breaker that is already closed needs no confirmation', async () => {
    assert.equal((await site.settle(close())).outcome, 'confirmed');
  });

  it('a breaker that this account opened needs no confirmation', async () => {
    const operator = site.operator({ commandExpiryMs: 60_000 });
    await site.operate({ deviceId, command: 'open' }, operator);
    await site.clock.advance(10_000);
    assert.equal((await site.operate({ deviceId, command: 'close' }, operator)).outcome, 'confirmed');
    assert.equal(site.requests('eventHistory.remoteHandle').length, 1);
  });

  it('a breaker that another client opened by a command requires a confirmation', async () => {
    await openFrom();
    await needed();
  });

  it('a breaker that another client opened after us requires a confirmation', async () => {
    const operator = site.operator({ commandExpiryMs: 60_000 });
    await site.operate({ deviceId, command: 'open' }, operator);
    await site.clock.advance(120_000);
    await site.operate({ deviceId, command: 'close' }, operator);
    await site.clock.advance(120_000);
    await openFrom();
    const again = operator.operate(site.request({ deviceId, command: 'close' }));
    await site.refused(again, 'CONFIRMATION_NEEDED');
    assert.equal(site.position(deviceId), 'open');
  });

  for (const source of [
    'remote-command',
    'API',
    'cloud',
    'deviceBatchCommand',
    'schedule',
    'timer',
    'manual',
    'trip',
    '',
  ])
    it(`the history's source "${source}" is not trusted: an open that is not in our record requires a confirmation`, async () => {
      await site.close();
      const seeded = await startSite();
      const state = seeded.simulator.snapshot();
      const device = state.devices.find(({ label }) => label === 'Kitchen outlets');
      assert(device !== undefined);
      device.remoteHandle = 'open';
      device.handleHistory.push({ at: seeded.clock.now() - 60_000, position: 'open', source });
      await seeded.close();
      site = await startSite({ initialState: state });
      deviceId = device.id;
      await needed();
    });

  it('an open breaker without a history requires a confirmation', async () => {
    const state = site.simulator.snapshot();
    const device = state.devices.find(({ id }) => id === deviceId);
    assert(device !== undefined);
    device.remoteHandle = 'open';
    device.handleHistory = [];
    await site.close();
    site = await startSite({ initialState: state });
    await needed();
  });

  it('nothing is sent if the position of the main handle cannot be read', async () => {
    site.simulator.controls.faults.inject({ kind: 'error', status: 403, match: { operation: 'deviceData.get' } });
    await site.refused(close(), 'FORBIDDEN');
    assert.equal(site.commands().length, 0);
  });

  it('an open never requires a confirmation', async () => {
    site.simulator.controls.moveMainHandle(deviceId, 'open');
    assert.equal((await site.operate({ deviceId, command: 'open' })).outcome, 'confirmed');
  });
});
