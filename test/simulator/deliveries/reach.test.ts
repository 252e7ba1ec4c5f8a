import assert from 'node:assert/strict';
import type { DeliveryOptions } from '../../../src/simulator';
import { createDeliveryRoutes } from '../../../src/simulator/deliveries/delivery-routes';
import { send } from '../raw-http';
import { ids } from '../small-state';
import { type DeliveringSimulator, startDelivering, streamHost } from './delivering-simulator';
import { type Receiver, startReceiver } from './receiver';

describe('where deliveries go', () => {
  it('to this machine only, unless it is allowed or routed', () => {
    const routes = [{ from: 'https://demo.example', to: 'http://10.0.0.7:1880' }];
    const reaches = (reach: 'loopback' | 'anywhere', url: string) =>
      createDeliveryRoutes(routes, reach).destinationOf(new URL(url))?.origin;
    for (const near of ['http://127.0.0.1:1880/x', 'http://localhost/x', 'https://[::1]:8443/x', 'http://127.1.2.3/x'])
      assert.equal(reaches('loopback', near), new URL(near).origin);
    for (const far of ['https://other.example/x', 'http://127.0.0.1.example/x', 'http://10.0.0.7:1880/x']) {
      assert.equal(reaches('loopback', far), undefined);
      assert.equal(reaches('anywhere', far), new URL(far).origin);
    }
    assert.equal(reaches('loopback', 'https://demo.example/x'), 'http://10.0.0.7:1880');
    assert.equal(reaches('loopback', 'https://demo.example:444/x'), undefined);
  });

  it('a route is made of origins, the newest of an origin is taken, and what adds it takes it away', () => {
    const routes = createDeliveryRoutes([], 'loopback');
    const from = 'https://demo.example';
    const first = routes.add({ from, to: 'http://127.0.0.1:1' });
    const second = routes.add({ from, to: 'http://127.0.0.1:2' });
    const reached = () => routes.destinationOf(new URL(from))?.origin;
    assert.equal(reached(), 'http://127.0.0.1:2');
    second();
    assert.equal(reached(), 'http://127.0.0.1:1');
    first();
    assert.equal(reached(), undefined);
    for (const bad of ['demo.example', 'https://demo.example/path', 'ftp://demo.example', 'https://user@demo.example'])
      assert.throws(() => routes.add({ from: bad, to: 'http://127.0.0.1:1' }), RangeError, bad);
  });
});

describe('reaching a receiver', () => {
  let receiver: Receiver;
  let running: DeliveringSimulator;
  async function start(secure: boolean, deliveries: DeliveryOptions = {}) {
    receiver = await startReceiver({ secure });
    running = await startDelivering(receiver, { deliveries });
  }
  afterEach(async () => {
    await running.simulator.close();
    await receiver.close();
  });

  it('a stream that is registered elsewhere is not delivered: its health says so, and nothing is tried again', async () => {
    await start(false, { routes: [] });
    const id = await running.attach(ids.oven, await running.createStream());
    await running.untilLogged(1);
    assert.deepEqual(await running.health(id), {
      dateTime: new Date(running.clock.now()).toISOString(),
      message: 'The simulator delivers to this machine only',
      streamStatusCode: 501,
    });
    assert.equal(running.clock.pendingTimers(), 1);
    running.simulator.controls.deliveries.routes.add({ from: `https://${streamHost}`, to: receiver.origin });
    await running.clock.advance(300_000);
    await running.untilLogged(3);
    assert.equal((await running.health(id)).streamStatusCode, 200);
  });

  it('a self-signed certificate is refused', async () => {
    await start(true);
    const id = await running.attach(ids.oven, await running.createStream());
    await running.untilLogged(1);
    assert.equal((await running.health(id)).streamStatusCode, 503);
    assert.match((await running.health(id)).message, /self.signed/i);
    assert.equal(receiver.arrivals.length, 0);
  });

  it('a self-signed certificate on this machine is accepted when that is asked for', async () => {
    await start(true, { acceptSelfSigned: true });
    const id = await running.attach(ids.oven, await running.createStream());
    await running.untilLogged(2);
    assert.equal((await running.health(id)).streamStatusCode, 200);
    assert.equal(receiver.arrivals[1]?.headers.host, streamHost);
  });

  it('routes, faults and the log are controlled over HTTP', async () => {
    await start(false, { routes: [] });
    const control = async (method: string, path: string, body?: unknown) =>
      send(
        method,
        `${new URL(running.baseUrl).origin}/_simulator/deliveries${path}`,
        body === undefined ? {} : { body },
      );
    const route = { from: `https://${streamHost}`, to: receiver.origin };
    assert.deepEqual((await control('POST', '/routes', route)).json.data, [route]);
    assert.equal((await control('POST', '/routes', { ...route, to: 'x' })).status, 400);
    assert.deepEqual((await control('GET', '/routes')).json.data, [route]);
    const fault = { kind: 'duplicate', times: 1, match: { delivery: 'publish' } };
    assert.deepEqual((await control('POST', '/faults', fault)).json.data, [fault]);
    assert.equal((await control('POST', '/faults', { kind: 'nothing' })).status, 400);
    assert.deepEqual((await control('GET', '/faults')).json.data, [fault]);
    await running.attach(ids.oven, await running.createStream());
    await running.untilLogged(3);
    const { log, dropped } = (await control('GET', '')).json.data;
    assert.equal(dropped, 0);
    assert.deepEqual(
      log.map((entry: { delivery: string; url: string; code: number }) => [entry.delivery, entry.url, entry.code]),
      [
        ['validation', `https://${streamHost}/validate`, 200],
        ['publish', `https://${streamHost}/publish`, 200],
        ['publish', `https://${streamHost}/publish`, 200],
      ],
    );
    assert.equal((await control('DELETE', '')).status, 204);
    assert.deepEqual(running.simulator.controls.deliveries.log, []);
    inject();
    assert.equal((await control('DELETE', '/faults')).status, 204);
    assert.deepEqual(running.simulator.controls.deliveries.faults.active, []);
    assert.equal((await control('DELETE', '/routes')).status, 204);
    assert.deepEqual(running.simulator.controls.deliveries.routes.active, []);
  });
  const inject = () => running.simulator.controls.deliveries.faults.inject({ kind: 'reorder' });

  it('the secrets of a registration are in no log', async () => {
    await start(false);
    await running.call('application', 'POST', '/deviceWebhooks', {
      body: { uri: `${receiver.origin}/hook`, additionalHttpHeaders: { 'X-Secret': 'shared-secret' } },
    });
    await running.attach(ids.oven, await running.createStream());
    running.simulator.controls.commissionDevice({ hardwareType: 'emcb' });
    await running.untilLogged(3);
    const text = JSON.stringify(running.simulator.controls.deliveries.log);
    assert.doesNotMatch(text, /shared-secret|stream-secret/);
  });

  it('at most 16 requests go to one origin at once, and all get there', async () => {
    await start(false);
    receiver.answer = 0;
    const stream = await running.createStream();
    const devices = Array.from({ length: 20 }, () =>
      running.simulator.controls.commissionDevice({ hardwareType: 'emcb' }),
    );
    for (const device of devices) await running.attach(device, stream);
    await receiver.untilArrivals(16);
    await running.health('nothing');
    assert.equal(receiver.arrivals.length, 16);
    receiver.answer = 200;
    await running.transportClock.advance(10_000);
    await receiver.untilArrivals(20);
  });

  it('close cuts what is under way and leaves no timer, on neither clock', async () => {
    await start(false);
    receiver.answer = 0;
    await running.attach(ids.oven, await running.createStream());
    await running.call('application', 'POST', '/deviceWebhooks', { body: { uri: `${receiver.origin}/hook` } });
    running.simulator.controls.commissionDevice({ hardwareType: 'emcb' });
    await receiver.untilArrivals(2);
    receiver.answer = 500;
    await running.attach(ids.lights, await running.createStream());
    await running.untilLogged(1);
    await running.untilRetry(1000);
    const startedAt = performance.now();
    await running.simulator.close();
    assert.ok(performance.now() - startedAt < 2000);
    await new Promise<void>((resolve) => setImmediate(resolve));
    assert.equal(running.clock.pendingTimers(), 0);
    assert.equal(running.transportClock.pendingTimers(), 0);
  });

  it('close does not take the cut of a publish for bad health', async () => {
    await start(false);
    receiver.answer = ({ method }) => (method === 'GET' ? 200 : 0);
    await running.attach(ids.oven, await running.createStream());
    await receiver.untilArrivals(2);
    await running.simulator.close();
    await new Promise<void>((resolve) => setImmediate(resolve));
    assert.deepEqual(
      running.simulator.snapshot().deviceStreams.map(({ health }) => health.code),
      [200],
    );
  });
});
