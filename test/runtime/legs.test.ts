import assert from 'node:assert/strict';
import type { LegSearch } from '../../src/admin-api';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { deviceRun } from '../support/device-run';
import type { SimulatedService } from '../support/simulated-service';

describe('the search for the legs of a site', () => {
  let side: AdminSide;
  let service: SimulatedService;

  async function start(account: Readonly<Record<string, unknown>> = {}): Promise<void> {
    side = await startAdminSide({ account });
    ({ service } = side);
  }
  afterEach(() => side.stop());

  const { look, pass, whole: wholeRun } = deviceRun<LegSearch>(() => side, 'legs');
  const whole = () => wholeRun(({ legs }) => assert.deepEqual(legs, []));
  const of = ({ legs }: LegSearch, label: string) => {
    const found = legs.find(({ deviceId }) => deviceId === service.device(label));
    assert(found !== undefined, label);
    return 'leg' in found ? [found.leg, found.isSure] : 'doubt' in found ? found.doubt : found.error;
  };

  it('tells the leg of each circuit of the house', async () => {
    await start();
    const found = await whole();
    assert.deepEqual([found.total, found.devices, found.read, found.legs.length], [14, 14, 14, 14]);
    for (const label of ['Refrigerator', 'Kitchen outlets', 'Spare']) assert.deepEqual(of(found, label), ['A', true]);
    for (const label of ['Living room lights', 'Office server rack']) assert.deepEqual(of(found, label), ['B', true]);
    for (const label of ['Kitchen oven', 'EV charger left']) assert.deepEqual(of(found, label), ['both', true]);
  });

  it('a device whose history cannot be read has the reason, and hides no other', async () => {
    await start();
    const { faults } = service.simulator.controls;
    faults.inject({ kind: 'error', status: 403, match: { operation: 'meter.history' }, times: 1 });
    const { legs } = await whole();
    assert.equal(legs.length, 14);
    assert.deepEqual(
      legs.flatMap((one) => ('error' in one ? [one.error.length > 10] : [])),
      [true],
    );
  });

  it('stays within the call budget, is not in the list of calls, and ends when nobody asks any more', async () => {
    await start({ callsPerMinute: 20 });
    await look('yes');
    await pass(60_000);
    const read = service.requests('meter.history').length;
    assert(read > 0 && read < 14, `${read}`);
    assert.equal((await look()).read, 0);
    const { json } = await side.ask('GET', 'breakerflow/accounts/account/calls');
    assert(!json.calls.some(({ operation }: { operation: string }) => operation === 'meter.history'));
  });

  it('only reads', async () => {
    await start();
    await whole();
    const written = service.requests().filter(({ method, path }) => method !== 'GET' && !/authToken/.test(path));
    assert.deepEqual(written, []);
  });
});
