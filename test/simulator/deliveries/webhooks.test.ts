import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { query } from '../running-simulator';
import { ids } from '../small-state';
import { type DeliveringSimulator, startDelivering } from './delivering-simulator';
import { type Receiver, startReceiver, until } from './receiver';

const kinds = [
  '/deviceWebhooks',
  '/userPermissionWebhooks',
  '/deviceOverrideEventWebhooks',
  '/shareDeviceCodeWebhooks',
] as const;

describe('spec 6.1 registered webhooks', () => {
  let receiver: Receiver;
  let running: DeliveringSimulator;
  beforeEach(async () => {
    receiver = await startReceiver();
    running = await startDelivering(receiver);
  });
  afterEach(async () => {
    await running.simulator.close();
    await receiver.close();
  });

  const register = (path: string, target: string, additionalHttpHeaders?: Record<string, string>) =>
    running.call('application', 'POST', path, {
      body: {
        uri: `${receiver.origin}${target}`,
        ...(additionalHttpHeaders === undefined ? {} : { additionalHttpHeaders }),
      },
    });
  const commission = (serialNumber = 'SN-NEW') =>
    running.simulator.controls.commissionDevice({ hardwareType: 'ev-emcb', serialNumber });

  it('each event is posted to the uris of its kind, with exactly its payload', async () => {
    for (const path of kinds) await register(path, path);
    commission();
    await running.post('/userRoles', { locationId: ids.house, roleId: ids.role, email: 'a@b.example' });
    const share = await running.post('/shareDeviceCodes', { deviceId: ids.oven });
    await running.call('otherOrganization', 'POST', `/shareDeviceCodes/${share.json.data.code}/claim`);
    const { sharedDeviceId } = running.simulator.snapshot().shareCodes[0] ?? {};
    const event = await running.call('otherOrganization', 'POST', '/sharedDeviceOverrideEvents', { body: {} });
    const participations = `/sharedDeviceOverrideEvents/${event.json.data.id}/sharedDeviceParticipations`;
    await running.call('otherOrganization', 'POST', participations, { body: { sharedDeviceIds: [sharedDeviceId] } });
    const events = running.simulator.controls.events.filter((event) => 'payload' in event);
    await receiver.untilArrivals(events.length);
    const targetOf = {
      'device-commissioned': '/deviceWebhooks',
      'permission-changed': '/userPermissionWebhooks',
      'participation-changed': '/deviceOverrideEventWebhooks',
      'share-code-changed': '/shareDeviceCodeWebhooks',
    } as const;
    assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(Object.keys(targetOf)));
    for (const event of events) {
      if (!('payload' in event)) continue;
      const arrived = receiver.arrivals.filter(({ target }) => target === targetOf[event.type]);
      assert.ok(
        arrived.some(({ body }) => body === JSON.stringify(event.payload)),
        event.type,
      );
    }
    assert.equal(receiver.arrivals.length, events.length);
  });

  it('a commissioned device is told with the fields of the specification', async () => {
    await register('/deviceWebhooks', '/hook');
    const deviceId = commission();
    await receiver.untilArrivals(1);
    assert.deepEqual(receiver.payloads, [
      {
        deviceId,
        serialNumber: 'SN-NEW',
        deviceSku: 'BABEM2030',
        hardwareType: 'ev-emcb',
        organizationId: ids.organization,
        parentLocationId: ids.panel,
        chargerStationId: 'CS-SN-NEW',
      },
    ]);
  });

  it('spec 5.5: additional headers are sent, those that frame the message are not', async () => {
    await register('/deviceWebhooks', '/hook?kind=1', {
      'X-Secret': 'shared',
      'Content-Length': '3',
      'transfer-encoding': 'chunked',
      Host: 'evil.example',
    });
    commission();
    await receiver.untilArrivals(1);
    const { method, target, rawHeaders, body } = receiver.arrivals[0] ?? assert.fail();
    assert.equal(method, 'POST');
    assert.equal(target, '/hook?kind=1');
    assert.deepEqual(rawHeaders, [
      'Host',
      new URL(receiver.origin).host,
      'Content-Type',
      'application/json',
      'Content-Length',
      String(body.length),
      'X-Secret',
      'shared',
    ]);
  });

  it('is tried again after 1 s, 5 s, 30 s, 2 min and 10 min, then given up; the next event is not lost', async () => {
    await register('/deviceWebhooks', '/hook');
    receiver.answer = 500;
    commission();
    for (const [index, delayMs] of [1000, 5000, 30_000, 120_000, 600_000].entries()) {
      await running.untilLogged(index + 1);
      await running.untilRetry(delayMs);
      await running.transportClock.advance(delayMs - 1);
      assert.equal(receiver.arrivals.length, index + 1);
      await running.transportClock.advance(1);
    }
    await running.untilLogged(6);
    await until(() => running.transportClock.pendingTimers() === 0);
    assert.equal(running.clock.pendingTimers(), 0);
    receiver.answer = 204;
    commission('SN-NEXT');
    await running.untilLogged(7);
    assert.deepEqual(
      receiver.payloads.map(({ serialNumber }) => serialNumber),
      [...Array(6).fill('SN-NEW'), 'SN-NEXT'],
    );
    assert.deepEqual(
      running.simulator.controls.deliveries.log.map(({ attempt, code, delivered }) => [attempt, code, delivered]),
      [...[1, 2, 3, 4, 5, 6].map((attempt) => [attempt, 500, false]), [1, 204, true]],
    );
  });

  it('events of one uri stay in order: a later one waits for the retries of an earlier one', async () => {
    await register('/deviceWebhooks', '/hook');
    receiver.answer = 503;
    commission('SN-A');
    commission('SN-B');
    await running.untilLogged(1);
    await running.untilRetry(1000);
    receiver.answer = 200;
    await running.transportClock.advance(1000);
    await receiver.untilArrivals(3);
    assert.deepEqual(
      receiver.payloads.map(({ serialNumber }) => serialNumber),
      ['SN-A', 'SN-A', 'SN-B'],
    );
  });

  it('a uri that fails does not hold up another one', async () => {
    await register('/deviceWebhooks', '/broken');
    await register('/deviceWebhooks', '/works');
    receiver.answer = ({ target }) => (target === '/broken' ? 500 : 200);
    commission('SN-A');
    commission('SN-B');
    await running.untilLogged(3);
    assert.equal(receiver.arrivals.filter(({ target }) => target === '/works').length, 2);
  });

  it('a redirect is not followed', async () => {
    await register('/deviceWebhooks', '/hook');
    receiver.answer = 302;
    commission();
    await running.untilLogged(1);
    await running.untilRetry(1000);
    assert.deepEqual(
      receiver.arrivals.map(({ target }) => target),
      ['/hook'],
    );
  });

  it('a receiver that cannot be reached, or says nothing for 10 s, is tried again', async () => {
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const { port } = nobody.address() as { port: number };
    await new Promise((resolve) => nobody.close(resolve));
    const refused = `http://127.0.0.1:${port}/hook`;
    const created = await running.call('application', 'POST', '/deviceWebhooks', { body: { uri: refused } });
    commission();
    await running.untilLogged(1);
    const { code, message } = running.simulator.controls.deliveries.log[0] ?? assert.fail();
    assert.equal(code, 503);
    assert.match(message, /ECONNREFUSED/);
    await running.untilRetry(1000);
    await running.call('application', 'DELETE', `/deviceWebhooks/${created.json.data.id}`);

    await register('/deviceWebhooks', '/silent');
    receiver.answer = 0;
    commission('SN-B');
    await receiver.untilArrivals(1);
    await running.transportClock.advance(9999);
    assert.equal(running.simulator.controls.deliveries.log.length, 1);
    await running.transportClock.advance(1);
    await running.untilLogged(2);
    assert.equal(running.simulator.controls.deliveries.log[1]?.code, 504);
    await running.untilRetry(1000);
    assert.equal(running.transportClock.pendingTimers(), 1);
  });

  it('what waits for a registration that is deleted is not sent', async () => {
    const created = await register('/deviceWebhooks', '/hook');
    receiver.answer = 500;
    commission();
    await running.untilLogged(1);
    await running.untilRetry(1000);
    await running.call('application', 'DELETE', `/deviceWebhooks/${created.json.data.id}`);
    assert.equal(running.transportClock.pendingTimers(), 0);
    await running.transportClock.advance(3_600_000);
    assert.equal(receiver.arrivals.length, 1);
  });

  it('a header that HTTP does not allow is a failure, and not tried again', async () => {
    await register('/deviceWebhooks', '/hook', { 'bad name': 'x' });
    commission();
    await running.untilLogged(1);
    assert.match(running.simulator.controls.deliveries.log[0]?.message ?? '', /bad name/);
    assert.equal(running.clock.pendingTimers(), 0);
    assert.equal(receiver.arrivals.length, 0);
  });
});

describe('nothing registered', () => {
  it('sends nothing and has no timer', async () => {
    const receiver = await startReceiver();
    const running = await startDelivering(receiver);
    running.simulator.controls.commissionDevice({ hardwareType: 'emcb' });
    running.simulator.controls.tripBreaker(ids.oven);
    await running.get(`/deviceData${query({ deviceId: ids.oven })}`);
    assert.equal(running.clock.pendingTimers(), 0);
    assert.equal(running.transportClock.pendingTimers(), 0);
    assert.equal(running.simulator.controls.deliveries.log.length, 0);
    await running.simulator.close();
    await receiver.close();
  });
});
