import assert from 'node:assert/strict';
import { type RawRequest, send } from './raw-http';
import { type RunningSimulator, startServedSimulator } from './running-simulator';
import { ids } from './small-state';

describe('the controls over HTTP', () => {
  let running: RunningSimulator;
  beforeEach(async () => {
    running = await startServedSimulator();
  });
  afterEach(() => running.simulator.close());

  const control = (method: string, path: string, request?: RawRequest) =>
    send(method, `${new URL(running.baseUrl).origin}/_simulator${path}`, request);

  it('need neither API key nor token', async () => {
    const { status, json } = await control('GET', '/devices');
    assert.equal(status, 200);
    assert.deepEqual(
      json.data.map(({ label }: { label: string }) => label),
      ['Oven', 'Lights', 'Charger', 'Breaker'],
    );
  });

  it('operate devices', async () => {
    const device = (action: string, body?: unknown, id: string = ids.oven) =>
      control('POST', `/devices/${id}/${action}`, body === undefined ? {} : { body });
    const oven = () => running.simulator.controls.devices()[0];
    assert.equal((await device('offline')).status, 204);
    assert.equal(oven()?.online, false);
    assert.equal((await device('online')).status, 204);
    assert.equal((await device('trip')).status, 204);
    assert.equal(oven()?.mainHandle, 'open');
    assert.equal((await device('main-handle', { position: 'closed' })).status, 204);
    assert.equal(oven()?.mainHandle, 'closed');
    assert.equal((await device('load', { kind: 'dryer', ratedA: 15 })).status, 204);
    assert.equal(oven()?.load, 'dryer');
    const plugged = await device('plug', { neededWh: 9000, carMaxA: 20 }, ids.charger);
    assert.equal(plugged.status, 200);
    assert.equal(plugged.json.data.plugSessionId, running.simulator.snapshot().plugSessions[0]?.id);
    assert.equal((await device('unplug', undefined, ids.charger)).status, 204);
  });

  it('commission devices, verify users, accept invite codes', async () => {
    const { json } = await control('POST', '/devices', { body: { hardwareType: 'emcb', label: 'Sauna', poles: 2 } });
    assert.equal((await running.get(`/devices/${json.data.id}`)).status, 200);
    assert.equal((await control('POST', '/users/verify', { body: { email: 'a@b.example' } })).status, 204);
    const invite = await running.post('/inviteCodes', { locationId: ids.house, roleId: ids.role });
    const path = `/invite-codes/${invite.json.data.code}/accept`;
    assert.equal((await control('POST', path, { body: { email: 'a@b.example' } })).status, 204);
    assert.equal((await control('POST', path, { body: { email: 'a@b.example' } })).status, 409);
  });

  it('share a device with the grid operator, and let it begin and end an event', async () => {
    const { json } = await running.post('/shareDeviceCodes', { deviceId: ids.oven });
    const { code } = json.data;
    assert.equal((await control('POST', '/grid-operator/claim', { body: { code } })).json.data.label, 'Oven');
    const again = await control('POST', '/grid-operator/claim', { body: { code } });
    assert.deepEqual(
      [again.status, again.json.error.message],
      [409, 'The share code is claimed already; a code serves one claim'],
    );
    const body = { devices: [ids.oven], description: 'peak', startsIn: 0, lasts: 30 };
    const { data: event } = (await control('POST', '/grid-operator/begin', { body })).json;
    assert.deepEqual((await control('GET', '/grid-operator')).json.data, {
      devices: [{ id: ids.oven, label: 'Oven' }],
      events: [event],
    });
    const ended = await control('POST', '/grid-operator/end', { body: { event: event.id } });
    assert.deepEqual(ended.json.data, [{ id: ids.oven, label: 'Oven' }]);
    assert.equal((await control('POST', '/grid-operator/end')).status, 409);
    for (const wrong of [{ devices: ids.oven }, { devices: [1] }, { lasts: 'x' }, { description: 1 }])
      assert.equal((await control('POST', '/grid-operator/begin', { body: wrong })).status, 400, JSON.stringify(wrong));
  });

  it('inject, show and clear faults', async () => {
    const body = { kind: 'offline', times: 2, match: { operation: 'devices.list' } };
    assert.deepEqual((await control('POST', '/faults', { body })).json.data, [body]);
    assert.equal((await running.get('/devices')).status, 503);
    assert.deepEqual((await control('GET', '/faults')).json.data, [{ ...body, times: 1 }]);
    assert.equal((await control('DELETE', '/faults')).status, 204);
    assert.equal((await running.get('/devices')).status, 200);
    assert.equal((await control('POST', '/faults', { body: { kind: 'nothing' } })).status, 400);
  });

  it('show requests, events and the clock', async () => {
    await running.get('/devices');
    assert.equal((await control('GET', '/requests')).json.data.at(-1).operation, 'devices.list');
    assert.equal((await control('DELETE', '/requests')).status, 204);
    assert.deepEqual((await control('GET', '/requests')).json.data, []);
    assert.deepEqual((await control('GET', '/events')).json.data, []);
    const clock = await control('GET', '/clock');
    assert.deepEqual(clock.json.data, { now: new Date(running.clock.now()).toISOString(), speed: 1 });
    assert.equal((await control('POST', '/clock', { body: { speed: 2 } })).status, 409);
  });

  it('refuse what does not fit, in the shape of an error', async () => {
    for (const [method, path, body, status] of [
      ['GET', '/nothing', undefined, 404],
      ['PUT', '/devices', undefined, 404],
      ['POST', '/devices/nothing/trip', undefined, 404],
      ['POST', `/devices/${ids.oven}/trip/again`, undefined, 404],
      ['POST', `/devices/${ids.oven}/main-handle`, { position: 'ajar' }, 400],
      ['POST', `/devices/${ids.charger}/plug`, { neededWh: '1' }, 400],
      ['POST', `/devices/${ids.oven}/plug`, { neededWh: 1, carMaxA: 6 }, 400],
      ['POST', '/devices', { hardwareType: 'toaster' }, 400],
      ['POST', '/faults', '{', 400],
      ['POST', '/faults', '[]', 400],
    ] as const) {
      const answer = await control(method, path, body === undefined ? {} : { body });
      assert.equal(answer.status, status, `${method} ${path}`);
      assert.equal(typeof answer.json.error.message, 'string');
    }
  });

  it('are closed to pages in a browser and to other names for this machine', async () => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Host: 'evil.example' },
      { Host: 'localhost.evil.example' },
    ])
      assert.equal((await control('GET', '/devices', { headers })).status, 403, JSON.stringify(headers));
    assert.equal((await control('GET', '/devices', { headers: { Host: 'localhost:1880' } })).status, 200);
  });
});
