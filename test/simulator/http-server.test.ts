import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '../../src/clock';
import { createSimulator } from '../../src/simulator';
import { send } from './raw-http';
import { type RunningSimulator, startServedSimulator } from './running-simulator';
import { apiKey, ids, smallState } from './small-state';

const key = { 'Em-Api-Subscription-Key': apiKey };

describe('the HTTP side of the simulator', () => {
  let running: RunningSimulator;
  before(async () => {
    running = await startServedSimulator();
  });
  after(() => running.simulator.close());

  describe('spec 5.2 what an organization sees', () => {
    it("another organization's device is not found, by whatever operation", async () => {
      for (const [method, path, body] of [
        ['GET', `/devices/${ids.foreign}`],
        ['DELETE', `/devices/${ids.foreign}`],
        ['GET', `/devices/${ids.foreign}/breaker/remoteHandle/position`],
        ['POST', `/devices/${ids.foreign}/breaker/remoteHandle/position`, { command: 'open', reason: 'x' }],
        ['GET', `/devices/${ids.foreign}/data/telemetry/meter/reading`],
        ['GET', `/deviceData?$filter=deviceId%20eq%20'${ids.foreign}'`],
      ] as const)
        assert.equal((await running.call('organization', method, path, { body })).status, 404, `${method} ${path}`);
    });

    it('a list of what may not be viewed is empty', async () => {
      const { status, json } = await running.get(`/devices?$filter=locationId%20eq%20'${ids.otherPanel}'`);
      assert.equal(status, 200);
      assert.deepEqual(json.data, []);
    });
  });

  describe('routes', () => {
    it('answers an unknown route with 404 in the shape of an error', async () => {
      for (const path of ['/nothing', '/devices/', '/devices/a/b/c', '/%zz', '/devices/%2e%2e/restart/x']) {
        const { status, json } = await running.get(path);
        assert.equal(status, 404, path);
        assert.equal(typeof json.error.message, 'string');
        assert.deepEqual(json.error.validations, []);
      }
    });

    it('answers outside of the base path with 404 as well', async () => {
      const { status, json } = await send('GET', running.baseUrl.replace('/api/v1', '/elsewhere'));
      assert.equal(status, 404);
      assert.equal(typeof json.error.message, 'string');
    });

    it('answers a known path with the wrong method with 405 and the methods', async () => {
      const { status, headers } = await running.call('organization', 'PUT', '/devices');
      assert.equal(status, 405);
      assert.equal(headers.allow, 'GET');
    });

    it('a path parameter does not climb', async () => {
      assert.equal((await running.get('/devices/..')).status, 404);
      assert.equal((await running.get('/devices/%2e%2e')).status, 404);
    });

    it('refuses a device of the wrong hardware with 418 and an error body', async () => {
      const { status, json } = await running.post(`/devices/${ids.charger}/breaker/remoteHandle/position`, {
        command: 'open',
        reason: 'test',
      });
      assert.equal(status, 418);
      assert.match(json.error.message, /emcb/);
      assert.equal((await running.get(`/devices/${ids.oven}/evse/metadata/state`)).status, 418);
    });
  });

  describe('bodies', () => {
    const path = `/devices/${ids.oven}/meter/settings/loadPresentThreshold`;
    const put = (body: unknown, headers = {}) => running.call('organization', 'PUT', path, { body, headers });

    it('refuses what is not JSON, with a validation', async () => {
      for (const body of ['{', '', '[1,', '\u0000', '{"loadPresentThreshold": 1}}']) {
        const { status, json } = await put(body);
        assert.equal(status, 400, JSON.stringify(body));
        assert.ok(json.error.validations.length > 0);
      }
    });

    it('refuses bytes that are not UTF-8', async () => {
      const { status, json } = await put(Buffer.from('{"x":"\xff"}', 'latin1'));
      assert.equal(status, 400);
      assert.deepEqual(json.error.validations, [{ message: 'is not valid JSON', propertyName: 'body' }]);
    });

    it('refuses another content type with 415', async () => {
      assert.equal((await put({ loadPresentThreshold: 5 }, { 'content-type': 'text/plain' })).status, 415);
    });

    it('names every field that does not fit', async () => {
      const { status, json } = await put({ loadPresentThreshold: 0, other: 1 });
      assert.equal(status, 400);
      assert.deepEqual(
        json.error.validations.map(({ propertyName }: { propertyName: string }) => propertyName).sort(),
        ['loadPresentThreshold', 'other'],
      );
    });

    it('refuses a value that is not an object', async () => {
      for (const body of ['[]', '"text"', 'null', '5']) assert.equal((await put(body)).status, 400, body);
    });

    it('refuses more than a mebibyte with 413', async () => {
      const { status } = await put(`{"loadPresentThreshold":1,"x":"${'x'.repeat(1024 * 1024)}"}`);
      assert.equal(status, 413);
    });
  });

  describe('queries', () => {
    it('refuses a parameter that the operation does not take', async () => {
      const { status, json } = await running.get('/devices?deviceId=x');
      assert.equal(status, 400);
      assert.equal(json.error.validations[0].propertyName, 'deviceId');
    });

    it('refuses a parameter that is given twice', async () => {
      const { status } = await running.get(`/devices?$filter=serialNumber%20eq%20'a'&$filter=serialNumber%20eq%20'b'`);
      assert.equal(status, 400);
    });
  });

  describe('answers', () => {
    it('carry the date of the simulator clock and an identifier of the request', async () => {
      const first = await running.get('/devices');
      assert.equal(first.headers.date, new Date(running.clock.now()).toUTCString());
      const second = await running.get('/devices');
      assert.notEqual(first.headers['x-request-id'], second.headers['x-request-id']);
    });

    it('are 204 without a body where nothing is returned', async () => {
      const { status, bytes, headers } = await running.put(`/devices/${ids.oven}/telemetry/settings/alignment`, {
        alignment: 'clock',
      });
      assert.equal(status, 204);
      assert.equal(bytes.length, 0);
      assert.equal(headers['content-type'], undefined);
    });

    it('leave the connection open for the next request', async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      let sockets = 0;
      agent.on('free', () => {
        sockets += 1;
      });
      try {
        const url = `${running.baseUrl}/devices`;
        const headers = { ...key, Authorization: `Bearer ${await running.token('organization')}` };
        for (let count = 0; count < 3; count++) {
          const { headers: answered } = await send('GET', url, { headers, agent });
          assert.equal(answered.connection, 'keep-alive');
        }
        assert.ok(sockets > 0);
      } finally {
        agent.destroy();
      }
    });
  });

  it('logs requests without secrets, the newest 1000', async () => {
    await running.token('organization');
    running.simulator.controls.clearRequests();
    await running.get('/devices');
    await running.raw('GET', '/nothing?secret=1');
    assert.deepEqual(running.simulator.controls.requests, [
      {
        operation: 'devices.list',
        method: 'GET',
        path: '/devices',
        status: 200,
        at: running.clock.now(),
        token: 'ORG',
      },
      {
        operation: undefined,
        method: 'GET',
        path: '/nothing',
        status: 404,
        at: running.clock.now(),
        token: 'none',
      },
    ]);
    const controls = running.simulator.controls;
    for (let count = 0; count < 1001; count++) await running.raw('GET', `/nothing/${count}`);
    assert.equal(controls.requests.length, 1000);
    assert.equal(controls.requests.at(-1)?.path, '/nothing/1000');
  });
});

describe('starting the simulator', () => {
  it('a port in use is an error that leaves no timer and no state file behind', async () => {
    const running = await startServedSimulator();
    const clock = createManualClock();
    const folder = await mkdtemp(join(tmpdir(), 'breakerflow-'));
    try {
      const { port } = new URL(running.baseUrl);
      const simulator = await createSimulator({ clock, stateFile: join(folder, 'state.json') });
      await assert.rejects(simulator.serve({ port: Number(port) }), { code: 'EADDRINUSE' });
      assert.equal(clock.pendingTimers(), 0);
      assert.deepEqual(await readdir(folder), []);
    } finally {
      await running.simulator.close();
      await rm(folder, { recursive: true });
    }
  });

  it('a state that cannot be gone on with is an error that leaves no port and no timer behind', async () => {
    const clock = createManualClock();
    const broken = smallState(clock.now());
    broken.devices.push(null as never);
    await assert.rejects(createSimulator({ clock, initialState: broken }), TypeError);
    assert.equal(clock.pendingTimers(), 0);
  });
});

describe('closing the simulator', () => {
  it('leaves no timer, no port and no connection behind', async () => {
    const running = await startServedSimulator();
    await running.post(`/devices/${ids.oven}/breaker/remoteHandle/position`, {
      command: 'open',
      reason: 'x',
      secondsUntilReset: 60,
    });
    assert.equal(running.clock.pendingTimers(), 1);
    await running.simulator.close();
    assert.equal(running.clock.pendingTimers(), 0);
    await assert.rejects(running.get('/devices'), { code: 'ECONNREFUSED' });
  });
});
