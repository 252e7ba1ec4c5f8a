import assert from 'node:assert/strict';
import { createBreakerOperator } from '../../src/control';
import { type OperatedSite, startSite } from './operated-site';

describe('safety: do not open above', () => {
  let site: OperatedSite;
  let deviceId: string;
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Office server rack');
  });
  afterEach(() => site.close());

  const currentA = async () => {
    const { data } = await site.settle(site.client().call('meter.reading', { path: { deviceId } }));
    return data.currentA?.val ?? assert.fail('the rack draws a current');
  };
  const open = (openLimitA: number) => site.operator().operate(site.request({ deviceId, command: 'open', openLimitA }));

  it('a breaker that carries more is not opened', async () => {
    const limitA = (await currentA()) - 0.5;
    const error = await site.refused(open(limitA), 'BLOCKED_BY_INTERLOCK');
    assert.match(error.message, /above the limit/);
    assert.equal(site.commands().length, 0);
  });

  it('a breaker that carries less is opened', async () => {
    const limitA = (await currentA()) + 0.5;
    assert.equal((await site.settle(open(limitA))).outcome, 'confirmed');
  });

  it('both poles are checked', async () => {
    deviceId = site.device('Solar inverter');
    site.simulator.controls.setLoad(deviceId, { kind: 'server-rack', ratedA: 20 });
    await site.refused(open(0.1), 'BLOCKED_BY_INTERLOCK');
  });

  it('closing is not limited', async () => {
    const asked = { deviceId, command: 'close', openLimitA: 0 } as const;
    assert.equal((await site.operate(asked)).outcome, 'confirmed');
    assert.equal(site.requests('meter.reading').length, 0);
  });

  it('nothing is sent to an offline device, because it has no live reading', async () => {
    site.simulator.controls.setOnline(deviceId, false);
    await site.refused(open(100), 'DEVICE_OFFLINE');
    assert.equal(site.commands().length, 0);
  });

  for (const reading of [{}, { currentA: {} }, { currentA: { val: null } }, { currentB: { val: null }, ts: 1 }])
    it(`a reading without a current (${JSON.stringify(reading)}) does not count as 0 A: nothing is sent`, async () => {
      const sent: string[] = [];
      const client = site.client({}, async ({ method, url }, { mayLeave }) => {
        mayLeave();
        sent.push(`${method} ${url}`);
        const token = { token: 'x', expiresAt: new Date(site.clock.now() + 3_600_000).toISOString() };
        const data = url.endsWith('/authToken')
          ? token
          : url.endsWith('/reading')
            ? reading
            : { id: deviceId, hardwareType: 'emcb' };
        return { kind: 'answer', statusCode: 200, headers: {}, text: JSON.stringify({ data }) };
      });
      const safety = {
        armed: true,
        protectedDevices: [],
        protectedLoads: [],
        maxDevices: 1,
        commandExpiryMs: 10_000,
        startMuteMs: 0,
      };
      const operator = createBreakerOperator(client, site.clock, safety);
      const request = site.request({ deviceId, command: 'open', openLimitA: 5 });
      await site.refused(operator.operate(request), 'BLOCKED_BY_INTERLOCK');
      assert(sent.some((line) => line.startsWith('GET') && line.endsWith('/reading')));
      assert.deepEqual(
        sent.filter((line) => line.includes('remoteHandle')),
        [],
      );
    });
});
