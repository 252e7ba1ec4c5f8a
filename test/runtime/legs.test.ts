import assert from 'node:assert/strict';
import type { LegSearch } from '../../src/admin-api';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import type { SimulatedService } from '../support/simulated-service';
import { settled } from '../support/turn-clock';

describe('the search for the legs of a site', () => {
  let side: AdminSide;
  let service: SimulatedService;

  async function start(account: Readonly<Record<string, unknown>> = {}): Promise<void> {
    side = await startAdminSide({ account });
    ({ service } = side);
  }
  afterEach(() => side.stop());

  async function look(again = 'no'): Promise<LegSearch> {
    const { status, json } = await side.ask('GET', `breakerflow/accounts/account/legs?again=${again}`);
    assert.equal(status, 200, JSON.stringify(json));
    return json as LegSearch;
  }
  /** Asks once a second until it is finished. */
  async function whole(): Promise<LegSearch> {
    let found = await look('yes');
    for (let second = 0; !found.finished; second += 1) {
      assert(second < 120, `${found.read} of ${found.total} after two minutes`);
      assert.deepEqual(found.legs, []);
      for (let part = 0; part < 5; part += 1) {
        await service.clock.advance(200);
        await settled();
      }
      found = await look();
    }
    return found;
  }
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
    for (let second = 0; second < 300; second += 1) {
      await service.clock.advance(200);
      await settled();
    }
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
