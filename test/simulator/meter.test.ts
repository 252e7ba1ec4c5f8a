import assert from 'node:assert/strict';
import { query, type RunningSimulator, startSimulator } from './running-simulator';
import { ids } from './small-state';

const at = (device: string, part = '') => `/devices/${device}/data/telemetry/meter${part}`;

describe('spec 4.3 the meter', () => {
  let running: RunningSimulator;
  beforeEach(async () => {
    running = await startSimulator();
  });
  afterEach(() => running.simulator.close());

  const iso = (ms: number) => new Date(ms).toISOString();
  const history = (parameters: Readonly<Record<string, string | number>>) =>
    running.get(`${at(ids.oven)}${query({ offset: 0, limit: 1000, ...parameters })}`);

  it('a reading is taken now; a single-pole breaker has no phase B', async () => {
    await running.clock.advance(61_000);
    const two = (await running.get(at(ids.oven, '/reading'))).json.data;
    assert.equal(two.ts, Math.floor(running.clock.now() / 1000));
    assert.equal(typeof two.voltageBN.val, 'number');
    const one = (await running.get(at(ids.lights, '/reading'))).json.data;
    for (const absent of ['currentB', 'voltageBN', 'voltageAB']) assert.equal(absent in one, false);
  });

  it('a reading takes either token', async () => {
    assert.equal((await running.call('application', 'GET', at(ids.oven, '/reading'))).status, 200);
  });

  it('503: an offline device cannot be read', async () => {
    running.simulator.controls.setOnline(ids.oven, false);
    assert.equal((await running.get(at(ids.oven, '/reading'))).status, 503);
  });

  describe('latest telemetry', () => {
    const ts = async () => (await running.get(at(ids.oven, '/latest'))).json.data.ts * 1000;

    it('is the report of the last boundary', async () => {
      const first = await ts();
      assert.ok(first <= running.clock.now() && first > running.clock.now() - 300_000);
      await running.clock.advance(300_000);
      assert.equal(await ts(), first + 300_000);
    });

    it('follows the report rate', async () => {
      await running.put(`/devices/${ids.oven}/telemetry/settings/dataReportRate`, { dataReportRate: 60 });
      const first = await ts();
      await running.clock.advance(60_000);
      assert.equal(await ts(), first + 60_000);
    });

    it('spec 3: after switching to clock the first report waits for the next boundary of the rate', async () => {
      await running.clock.advance(7000);
      const before = await ts();
      await running.put(`/devices/${ids.oven}/telemetry/settings/alignment`, { alignment: 'clock' });
      assert.equal(await ts(), before);
      const boundary = Math.ceil(running.clock.now() / 300_000) * 300_000;
      await running.clock.advance(boundary - running.clock.now() - 1);
      assert.equal(await ts(), before);
      await running.clock.advance(1);
      assert.equal(await ts(), boundary);
    });

    it('an offline device has sent nothing since it went offline', async () => {
      const before = await ts();
      running.simulator.controls.setOnline(ids.oven, false);
      await running.clock.advance(1_800_000);
      assert.equal(await ts(), before);
      assert.equal((await running.get(at(ids.oven, '/latest'))).status, 200);
    });
  });

  describe('history', () => {
    it('has one item for each report, in pages', async () => {
      const from = running.clock.now() - 6 * 3_600_000;
      const range = { startTime: iso(from), endTime: iso(running.clock.now()) };
      const { status, json } = await history(range);
      assert.equal(status, 200);
      assert.equal(json.data.deviceId, ids.oven);
      assert.equal(json.page.totalCount, json.data.results.length);
      assert.ok(json.page.totalCount === 72 || json.page.totalCount === 73);
      const second = (await history({ ...range, offset: 10, limit: 5 })).json;
      assert.deepEqual(second.data.results, json.data.results.slice(10, 15));
      assert.equal(second.page.totalCount, json.page.totalCount);
    });

    it('without endTime it ends now', async () => {
      const { json } = await history({ startTime: iso(running.clock.now() - 3_600_000) });
      assert.ok(json.data.results.at(-1).ts * 1000 <= running.clock.now());
      assert.ok(json.data.results.at(-1).ts * 1000 > running.clock.now() - 300_000);
    });

    it('of the future there is none', async () => {
      const { status, json } = await history({ startTime: iso(running.clock.now() + 3_600_000) });
      assert.equal(status, 200);
      assert.deepEqual(json.data.results, []);
      assert.equal(json.page.totalCount, 0);
    });

    it('startTime is required, and both are ISO 8601', async () => {
      for (const parameters of [{}, { startTime: '15.01.2026' }, { startTime: iso(0), endTime: 'now' }] as const)
        assert.equal((await history(parameters)).status, 400);
    });

    it('400: endTime not after startTime', async () => {
      const startTime = iso(running.clock.now());
      const { status, json } = await history({ startTime, endTime: startTime });
      assert.equal(status, 400);
      assert.equal(json.error.validations[0].propertyName, 'endTime');
    });

    it('spec 8: 400 for a range of more than 6 months', async () => {
      const startTime = '2025-07-01T00:00:00Z';
      assert.equal((await history({ startTime, endTime: '2026-01-01T00:00:00Z', limit: 1 })).status, 200);
      const { status, json } = await history({ startTime, endTime: '2026-01-01T00:00:01Z', limit: 1 });
      assert.equal(status, 400);
      assert.match(json.error.validations[0].message, /6 months/);
      assert.equal((await history({ startTime: '2025-07-01T00:00:00Z', limit: 1 })).status, 400);
    });
  });

  describe('device data', () => {
    it('needs its filter', async () => {
      assert.equal((await running.get('/deviceData')).status, 400);
      const { status, json } = await running.get(`/deviceData${query({ $filter: `deviceId eq '${ids.oven}'` })}`);
      assert.equal(status, 200);
      assert.equal(json.data.deviceId, ids.oven);
    });
  });
});
