import assert from 'node:assert/strict';
import { type RunningSimulator, startSimulator } from './running-simulator';
import { ids, smallState } from './small-state';

describe('spec 4.2 devices', () => {
  let running: RunningSimulator;
  beforeEach(async () => {
    running = await startSimulator();
  });
  afterEach(() => running.simulator.close());

  const patch = (body: unknown) => running.call('organization', 'PATCH', `/devices/${ids.oven}`, { body });

  it('a device is described by the fields of 2.2 and no others', async () => {
    assert.deepEqual((await running.get(`/devices/${ids.charger}`)).json, {
      data: {
        id: ids.charger,
        locationId: ids.panel,
        hardwareType: 'ev-emcb',
        sku: 'BABEM2030',
        serialNumber: 'SN-03',
        chargerStationId: 'CS-1',
      },
    });
  });

  it('an unknown device is not found', async () => {
    assert.equal((await running.get('/devices/nothing')).status, 404);
  });

  describe('update', () => {
    it('describes the load, part by part', async () => {
      assert.equal((await patch({ loadDetails: { type: 'oven', modelName: 'M' } })).status, 204);
      await patch({ loadDetails: { modelName: 'N' } });
      assert.deepEqual((await running.get(`/devices/${ids.oven}`)).json.data.loadDetails, {
        type: 'oven',
        modelName: 'N',
      });
    });

    it('refuses a body that names nothing', async () => {
      assert.equal((await patch({})).status, 400);
    });

    it('refuses a location of another organization, of another type, and none', async () => {
      for (const locationId of [ids.otherPanel, ids.house, 'nothing']) {
        const { status, json } = await patch({ locationId });
        assert.equal(status, 400);
        assert.equal(json.error.validations[0].propertyName, 'locationId');
      }
      assert.equal((await patch({ locationId: ids.panel })).status, 204);
    });
  });

  describe('restart and connection', () => {
    it('a restart counts as a boot', async () => {
      await running.clock.advance(5000);
      assert.equal((await running.post(`/devices/${ids.oven}/restart`)).status, 204);
      const device = running.simulator.snapshot().devices.find(({ id }) => id === ids.oven);
      assert.equal(device?.boots, 4);
      assert.equal(device?.onlineSince, running.clock.now());
    });

    it('503: an offline device cannot be restarted', async () => {
      running.simulator.controls.setOnline(ids.oven, false);
      assert.equal((await running.post(`/devices/${ids.oven}/restart`)).status, 503);
    });

    it('the connection state says since when', async () => {
      const path = `/devices/${ids.oven}/device/metadata/isConnected`;
      assert.equal((await running.get(path)).json.data.isConnected, true);
      running.simulator.controls.setOnline(ids.oven, false);
      const since = Math.floor(running.clock.now() / 1000);
      await running.clock.advance(60_000);
      assert.deepEqual((await running.get(path)).json.data, { isConnected: false, ts: since });
    });
  });

  describe('spec 3 decommission', () => {
    it('503: an offline device stays commissioned', async () => {
      running.simulator.controls.setOnline(ids.oven, false);
      assert.equal((await running.delete(`/devices/${ids.oven}`)).status, 503);
      assert.equal((await running.get(`/devices/${ids.oven}`)).status, 200);
    });

    it('an online device is gone, with its streams', async () => {
      const now = Date.UTC(2026, 0, 15, 12);
      const state = smallState(now);
      const health = { at: now, code: 200, message: 'OK' };
      state.deviceStreams.push(
        { id: 'a', deviceId: ids.oven, streamId: 's', shared: false, health },
        { id: 'b', deviceId: ids.lights, streamId: 's', shared: false, health },
      );
      const other = await startSimulator({ initialState: state });
      try {
        assert.equal((await other.delete(`/devices/${ids.oven}`)).status, 204);
        assert.equal((await other.get(`/devices/${ids.oven}`)).status, 404);
        assert.equal((await other.get('/devices')).json.data.length, 2);
        assert.deepEqual(
          other.simulator.snapshot().deviceStreams.map(({ id }) => id),
          ['b'],
        );
      } finally {
        await other.simulator.close();
      }
    });
  });
});

describe('spec 4.3 settings', () => {
  let running: RunningSimulator;
  beforeEach(async () => {
    running = await startSimulator();
  });
  afterEach(() => running.simulator.close());

  const at = (setting: string) => `/devices/${ids.oven}/${setting}`;
  const color = (red: number) => ({ red, green: 0, blue: 255 });

  it('what is written is read', async () => {
    const colors = { led1: color(1), led2: color(2), led3: color(3), led4: color(4), led5: color(5) };
    for (const [setting, body] of [
      ['meter/settings/loadPresentThreshold', { loadPresentThreshold: 250 }],
      ['bargraph/settings/mode', { mode: 'user-defined' }],
      ['bargraph/settings/colors', colors],
    ] as const) {
      assert.equal((await running.put(at(setting), body)).status, 204);
      assert.deepEqual((await running.get(at(setting))).json.data, body);
    }
  });

  it('waveform thresholds that are not named stay', async () => {
    const path = at('meter/settings/waveformConfiguration');
    const before = (await running.get(path)).json.data;
    await running.put(path, { p0mVSag: 90_000 });
    assert.deepEqual((await running.get(path)).json.data, { ...before, p0mVSag: 90_000 });
  });

  it('bargraph colors that were never set are not there', async () => {
    assert.equal((await running.get(at('bargraph/settings/colors'))).status, 404);
  });

  it('all five colors are required, each part from 0 to 255', async () => {
    const { status, json } = await running.put(at('bargraph/settings/colors'), { led1: color(256) });
    assert.equal(status, 400);
    assert.deepEqual(json.error.validations.map(({ propertyName }: { propertyName: string }) => propertyName).sort(), [
      'led1.red',
      'led2',
      'led3',
      'led4',
      'led5',
    ]);
  });

  it('503: an offline device takes no setting', async () => {
    running.simulator.controls.setOnline(ids.oven, false);
    for (const [setting, body] of [
      ['meter/settings/waveformConfiguration', {}],
      ['meter/settings/loadPresentThreshold', { loadPresentThreshold: 250 }],
      ['telemetry/settings/alignment', { alignment: 'clock' }],
      ['telemetry/settings/dataReportRate', { dataReportRate: 60 }],
      ['bargraph/settings/mode', { mode: 'user-defined' }],
    ] as const)
      assert.equal((await running.put(at(setting), body)).status, 503, setting);
    assert.equal((await running.get(at('meter/settings/loadPresentThreshold'))).status, 200);
  });
});
