import assert from 'node:assert/strict';
import type { CheckedDevice, SiteCheck } from '../../src/admin-api';
import { sourcesOf } from '../../src/runtime/admin/handle-sources';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { deviceRun } from '../support/device-run';
import type { SimulatedService } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

const dayMs = 86_400_000;

describe('the check of a site', () => {
  let side: AdminSide;
  let service: SimulatedService;

  async function start(account: Readonly<Record<string, unknown>> = {}): Promise<void> {
    side = await startAdminSide({ account });
    ({ service } = side);
  }
  afterEach(() => side.stop());

  const { look, pass, whole } = deviceRun<SiteCheck>(() => side, 'site-check');
  const of = ({ checked }: SiteCheck, label: string): CheckedDevice => {
    const found = checked.find(({ device: { id } }) => id === service.device(label));
    assert(found !== undefined, label);
    return found;
  };

  it('reads each device once: state, age of its reading, and who moved its handle', async () => {
    await start();
    const found = await whole();
    assert.deepEqual([found.total, found.devices, found.checked.length, found.days], [14, 14, 14, 7]);
    assert.equal(service.requests('deviceData.get').length, 14);
    assert.equal(service.requests('eventHistory.remoteHandle').length, 14);
    assert(found.checked.every(({ live }) => live.error === undefined && live.ageMs !== undefined));
    assert(found.checked.some(({ sources = [] }) => sources.length > 0));
  });

  it('tells of running timers and of devices without a connection', async () => {
    await start();
    const spare = service.device('Spare');
    await turned(
      service.clock,
      service.client().call('remoteHandle.setPosition', {
        path: { deviceId: spare },
        body: { command: 'open', reason: 'test', secondsUntilReset: 600 },
      }),
    );
    service.simulator.controls.setOnline(service.device('Kitchen oven'), false);
    const found = await whole();
    assert((of(found, 'Spare').live.timerSeconds ?? 0) > 400);
    assert.equal(of(found, 'Spare').sources?.[0]?.source, 'remote-command');
    assert.equal(of(found, 'Kitchen oven').live.circuit?.connected, false);
  });

  it('a device that cannot be read, or whose history cannot, hides no other', async () => {
    await start();
    const { faults } = service.simulator.controls;
    faults.inject({ kind: 'error', status: 403, match: { operation: 'eventHistory.remoteHandle' }, times: 1 });
    const found = await whole();
    assert.equal(found.checked.length, 14);
    assert.equal(found.checked.filter(({ sources }) => sources === undefined).length, 1);
  });

  it('stays within the call budget, and its calls are not in the list of calls', async () => {
    await start({ callsPerMinute: 20 });
    await look('yes');
    const before = service.requests().length;
    for (let second = 0; second < 10; second += 1) {
      await pass(1_000);
      await look();
    }
    assert(service.requests().length - before <= 10, `${service.requests().length - before} calls in 10 s`);
    const { json } = await side.ask('GET', 'breakerflow/accounts/account/calls');
    const operations = json.calls.map(({ operation }: { operation: string }) => operation);
    assert(!operations.includes('deviceData.get') && !operations.includes('eventHistory.remoteHandle'));
  });

  it('ends when nobody asks any more, and begins anew for the next one', async () => {
    await start({ callsPerMinute: 20 });
    await look('yes');
    await pass(40_000);
    const sofar = service.requests('deviceData.get').length;
    assert(sofar < 14);
    await pass(60_000);
    assert.equal(service.requests('deviceData.get').length, sofar);
    assert.equal((await look()).checked.length, 0);
  });

  it('a finished one is told again without a read, until a new one is asked for', async () => {
    await start();
    await whole();
    const reads = service.requests('deviceData.get').length;
    assert.equal((await look()).finished, true);
    await pass(20_000);
    assert.equal(service.requests('deviceData.get').length, reads);
    await whole();
    assert.equal(service.requests('deviceData.get').length, 2 * reads);
  });

  it('operates nothing', async () => {
    await start();
    await whole();
    const written = service.requests().filter(({ method, path }) => method !== 'GET' && !/authToken/.test(path));
    assert.deepEqual(written, []);
  });
});

describe('who moved a handle', () => {
  const now = Date.UTC(2026, 0, 15, 12);
  const moved = (source: string | undefined, daysAgo: number) => ({
    timestamp: new Date(now - daysAgo * dayMs).toISOString(),
    ...(source === undefined ? {} : { source }),
  });

  it('by source, most movements first, with the age of the newest', () => {
    const movements = [moved('app', 3), moved('timer', 1), moved('app', 2), moved('app', 9), moved(undefined, 1)];
    assert.deepEqual(sourcesOf(movements, now - 7 * dayMs, now), [
      { source: 'app', movements: 2, newestAgeMs: 2 * dayMs },
      { source: 'timer', movements: 1, newestAgeMs: dayMs },
      { source: '', movements: 1, newestAgeMs: dayMs },
    ]);
  });

  it('a movement without a readable time is of no day', () => {
    assert.deepEqual(sourcesOf([{ source: 'app' }, { timestamp: 'soon', source: 'app' }], now - dayMs, now), []);
  });
});
