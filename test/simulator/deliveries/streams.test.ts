import assert from 'node:assert/strict';
import { streamPublish } from '../../../src/catalog';
import { createManualClock } from '../../../src/clock';
import { createCheck } from '../../../src/schema';
import { createVerifier } from '../../../src/sigv4';
import { query } from '../running-simulator';
import { ids, smallState } from '../small-state';
import { credential, type DeliveringSimulator, startDelivering, streamHost } from './delivering-simulator';
import { type Arrival, type Receiver, startReceiver, until } from './receiver';

const verifier = createVerifier({
  credentials: [credential],
  region: 'global',
  service: { endsWith: 'em-agent-stream' },
  hosts: [streamHost],
});
const conforms = createCheck(streamPublish);

describe('spec 6.2 stream data push', () => {
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

  const settle = () => running.untilLogged(receiver.arrivals.length);
  /** Attaches a device to a new stream and waits for the validation and the first publish. */
  async function attached(deviceId: string): Promise<string> {
    const id = await running.attach(deviceId, await running.createStream());
    await receiver.untilArrivals(2);
    await settle();
    return id;
  }
  const arrival = (index: number): Arrival => receiver.arrivals[index] ?? assert.fail(`no arrival ${index}`);
  const channelsOf = (payload: Record<string, object>) =>
    Object.entries(payload).flatMap(([channel, blocks]) =>
      typeof blocks === 'object' ? Object.keys(blocks).map((block) => `${channel}.${block}`) : [],
    );
  const rate = (deviceId: string, dataReportRate: number) =>
    running.put(`/devices/${deviceId}/telemetry/settings/dataReportRate`, { dataReportRate });

  describe('the signature', () => {
    it('the validation GET and the publish POST have the listed headers and no others', async () => {
      await running.attach(ids.oven, await running.createStream('/base'));
      await receiver.untilArrivals(2);
      const names = (index: number) => arrival(index).rawHeaders.filter((_, at) => at % 2 === 0);
      assert.equal(`${arrival(0).method} ${arrival(0).target}`, 'GET /base/validate');
      assert.equal(arrival(0).body, '');
      assert.deepEqual(names(0), ['Host', 'X-Amz-Date', 'Authorization']);
      assert.equal(`${arrival(1).method} ${arrival(1).target}`, 'POST /base/publish');
      assert.deepEqual(names(1), ['Host', 'X-Amz-Date', 'Authorization', 'Content-Type', 'Content-Length']);
      assert.equal(arrival(1).headers.host, streamHost);
      assert.equal(arrival(1).headers['content-type'], 'application/x-amz-json-1.0');
      assert.equal(arrival(1).headers['content-length'], String(Buffer.byteLength(arrival(1).body)));
      assert.match(arrival(0).headers.authorization ?? '', /SignedHeaders=host;x-amz-date,/);
      assert.match(arrival(1).headers.authorization ?? '', /SignedHeaders=content-type;host;x-amz-date,/);
      assert.match(arrival(1).headers.authorization ?? '', /\/global\/[\w-]*em-agent-stream\/aws4_request/);
    });

    it('is accepted by the verifier, at the time that the receiver lives in', async () => {
      await attached(ids.oven);
      for (const { method, target, rawHeaders, body } of receiver.arrivals) {
        const head = verifier.checkHead({ method, target, rawHeaders }, running.transportClock.now());
        assert.ok(head.ok);
        assert.equal(head.checkBody(Buffer.from(body)).ok, true);
      }
      assert.notEqual(running.transportClock.now(), running.clock.now());
    });

    it('is the one that aws4 makes', async () => {
      const aws4: { sign(request: object, credential: object): { headers: Record<string, string> } } = require('aws4');
      await attached(ids.oven);
      for (const { method, target, headers, body } of receiver.arrivals) {
        const signed = aws4.sign(
          {
            host: streamHost,
            method,
            path: target,
            region: 'global',
            service: /global\/([\w-]+)\//.exec(headers.authorization ?? '')?.[1],
            headers: {
              'X-Amz-Date': headers['x-amz-date'],
              ...(body === '' ? {} : { 'Content-Type': headers['content-type'] }),
            },
            ...(body === '' ? {} : { body }),
            extraHeadersToIgnore: { 'content-length': true },
          },
          credential,
        );
        assert.equal(headers.authorization, signed.headers.Authorization);
      }
    });

    it('publishes of a device share a kept connection', async () => {
      await attached(ids.oven);
      await running.clock.advance(300_000);
      await receiver.untilArrivals(3);
      assert.deepEqual(new Set(receiver.arrivals.map(({ connection }) => connection)), new Set([1]));
    });
  });

  describe('the validation', () => {
    it('is sent for every device stream of a webhook stream; POST /deviceStreams does not wait for it', async () => {
      receiver.answer = 0;
      const stream = await running.createStream();
      const oven = await running.attach(ids.oven, stream);
      await running.attach(ids.lights, stream);
      assert.equal((await running.health(oven)).streamStatusCode, 102);
      await receiver.untilArrivals(2);
      assert.deepEqual(
        receiver.arrivals.map(({ method }) => method),
        ['GET', 'GET'],
      );
    });

    it('that is refused is tried again after 1, 2, 4 and 8 s and then at the next report; nothing is published', async () => {
      receiver.answer = 403;
      const id = await running.attach(ids.oven, await running.createStream());
      for (const [index, delayMs] of [1000, 2000, 4000, 8000].entries()) {
        await running.untilLogged(index + 1);
        assert.deepEqual(await running.health(id), {
          dateTime: new Date(running.clock.now()).toISOString(),
          message: 'The receiver answered 403',
          streamStatusCode: 403,
        });
        await running.untilRetry(delayMs);
        await running.transportClock.advance(delayMs);
      }
      await running.untilLogged(5);
      running.simulator.controls.tripBreaker(ids.oven);
      receiver.answer = 200;
      await running.clock.advance(300_000);
      await receiver.untilArrivals(7);
      assert.deepEqual(
        receiver.arrivals.map(({ method }) => method),
        ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'POST'],
      );
      await running.untilLogged(7);
      assert.equal((await running.health(id)).streamStatusCode, 200);
    });

    it('spec 2.7: nobody there and no answer in time are 503 and 504 in the health', async () => {
      receiver.answer = 0;
      const silent = await running.attach(ids.oven, await running.createStream());
      await receiver.untilArrivals(1);
      await running.transportClock.advance(10_000);
      await running.untilLogged(1);
      assert.equal((await running.health(silent)).streamStatusCode, 504);
      await receiver.close();
      const gone = await running.attach(ids.lights, await running.createStream());
      await running.untilLogged(2);
      const health = await running.health(gone);
      assert.equal(health.streamStatusCode, 503);
      assert.match(health.message, /ECONNREFUSED/);
    });

    it('is not sent again after a restart for a stream that was healthy', async () => {
      await attached(ids.oven);
      const clock = createManualClock(running.clock.now());
      const restarted = await startDelivering(receiver, { clock, initialState: running.simulator.snapshot() });
      await clock.advance(300_000);
      await receiver.untilArrivals(3);
      await restarted.simulator.close();
      assert.equal(arrival(2).method, 'POST');
      assert.ok(channelsOf(receiver.payloads[1]).includes('breaker.settings'));
    });
  });

  describe('the body', () => {
    it('the first one is not wrapped and has every channel, in the shape of the specification', async () => {
      await attached(ids.charger);
      const [payload] = receiver.payloads;
      assert.deepEqual(conforms(payload), []);
      assert.deepEqual(Object.keys(payload).slice(0, 5), [
        'deviceId',
        'serialNumber',
        'schemaVersion',
        'transactionId',
        'ts',
      ]);
      assert.equal(payload.deviceId, ids.charger);
      assert.equal(payload.serialNumber, 'SN-03');
      assert.equal(payload.schemaVersion, '4.2.0.beta');
      assert.equal(payload.ts, Math.floor(running.clock.now() / 1000));
      assert.deepEqual(channelsOf(payload).sort(), [
        'accelerometer.telemetry',
        'bargraph.settings',
        'breaker.metadata',
        'breaker.settings',
        'device.metadata',
        'device.telemetry',
        'evse.metadata',
        'evse.settings',
        'meter.metadata',
        'meter.settings',
        'meter.telemetry',
        'telemetry.settings',
        'thermometer.telemetry',
      ]);
      assert.deepEqual(Object.keys(payload.telemetry.settings), ['alignment']);
      assert.equal(payload.evse.metadata.state.val, 'idle');
      assert.deepEqual(payload.evse.settings.ocppConfiguration.val, { enabled: false });
    });

    it('a breaker has no evse channel', async () => {
      await attached(ids.oven);
      assert.equal(receiver.payloads[0].evse, undefined);
    });

    it('telemetry has min, max and avg around its values, and the energy of the meter', async () => {
      await attached(ids.oven);
      await running.clock.advance(300_000);
      await receiver.untilArrivals(3);
      const payload = receiver.payloads[1];
      const { currentA, currentB, voltageAN, voltageBN, voltageAB, frequency } = payload.meter.telemetry;
      const { temperature } = payload.thermometer.telemetry;
      const { lightLevel, rssi } = payload.device.telemetry;
      const { x, y, z } = payload.accelerometer.telemetry;
      for (const statistic of [
        ...[currentA, currentB, voltageAN, voltageBN, voltageAB, frequency],
        ...[temperature, lightLevel, rssi, x, y, z],
      ]) {
        assert.deepEqual(Object.keys(statistic).sort(), ['avg', 'max', 'min', 'val']);
        assert.ok(statistic.min <= statistic.avg && statistic.avg <= statistic.max, JSON.stringify(statistic));
        assert.ok(statistic.min <= statistic.val && statistic.val <= statistic.max, JSON.stringify(statistic));
      }
      for (const channel of ['accelerometer', 'device', 'meter', 'thermometer'])
        assert.equal(payload[channel].telemetry.hwSamples, 300, channel);
      const { json } = await running.get(`/deviceData${query({ $filter: `deviceId eq '${ids.oven}'` })}`);
      const [data] = Array.isArray(json.data) ? json.data : [json.data];
      const { rawEnergy, rawEnergyDelta, energy, energyDelta, ts } = payload.meter.telemetry;
      const shown = data.meter.telemetry;
      assert.deepEqual(
        { rawEnergy, rawEnergyDelta, energy, energyDelta, ts },
        {
          rawEnergy: shown.rawEnergy,
          rawEnergyDelta: shown.rawEnergyDelta,
          energy: shown.energy,
          energyDelta: shown.energyDelta,
          ts: shown.ts,
        },
      );
      assert.equal(currentA.val > 0, shown.currentA.val > 0);
    });

    it('a report without news has the measured channels only; a changed setting comes with the next one', async () => {
      await attached(ids.oven);
      await running.clock.advance(300_000);
      await receiver.untilArrivals(3);
      const measured = [
        'accelerometer.telemetry',
        'device.telemetry',
        'meter.metadata',
        'meter.telemetry',
        'thermometer.telemetry',
      ];
      assert.deepEqual(channelsOf(receiver.payloads[1]).sort(), measured);
      await running.put(`/devices/${ids.oven}/meter/settings/loadPresentThreshold`, { loadPresentThreshold: 555 });
      await running.clock.advance(300_000);
      await receiver.untilArrivals(4);
      assert.deepEqual(channelsOf(receiver.payloads[2]).sort(), [...measured, 'meter.settings'].sort());
      assert.equal(receiver.payloads[2].meter.settings.loadPresentThreshold.val, 555);
    });

    it('every publish has its own transactionId', async () => {
      await running.attach(ids.oven, await running.createStream());
      await running.attach(ids.oven, await running.createStream());
      await receiver.untilArrivals(4);
      await settle();
      await running.clock.advance(300_000);
      await receiver.untilArrivals(6);
      assert.equal(new Set(receiver.payloads.map(({ transactionId }) => transactionId)).size, 4);
    });
  });

  describe('when', () => {
    const times = () => receiver.payloads.map(({ ts }) => ts * 1000);

    it('at the report rate of the device, counted from its commissioning, and at a new rate from then on', async () => {
      const start = running.clock.now();
      await attached(ids.oven);
      await running.clock.advance(300_000);
      await receiver.untilArrivals(3);
      await rate(ids.oven, 60);
      await running.clock.advance(60_000);
      await receiver.untilArrivals(4);
      assert.deepEqual(times(), [start, start + 300_000, start + 360_000]);
    });

    it('with alignment clock at whole multiples of the rate', async () => {
      await running.simulator.close();
      const clock = createManualClock(Date.UTC(2026, 0, 15, 12, 0, 7));
      const state = smallState(clock.now());
      running = await startDelivering(receiver, { clock, initialState: state });
      await attached(ids.oven);
      await running.put(`/devices/${ids.oven}/telemetry/settings/alignment`, { alignment: 'clock' });
      await rate(ids.oven, 60);
      await running.clock.advance(53_000);
      await receiver.untilArrivals(3);
      assert.equal(times()[1], Date.UTC(2026, 0, 15, 12, 1));
      assert.equal(receiver.payloads[1].telemetry.settings.alignment.val, 'clock');
    });

    it('at once when a handle moves, with the handles only', async () => {
      await attached(ids.oven);
      await running.clock.advance(5000);
      await running.post(`/devices/${ids.oven}/breaker/remoteHandle/position`, { command: 'open', reason: 'test' });
      await receiver.untilArrivals(3);
      assert.deepEqual(channelsOf(receiver.payloads[1]), ['breaker.settings']);
      assert.deepEqual(receiver.payloads[1].breaker.settings.remoteHandlePosition, {
        val: false,
        ts: running.clock.now() / 1000,
      });
      running.simulator.controls.moveMainHandle(ids.oven, 'open');
      await receiver.untilArrivals(4);
      assert.deepEqual(channelsOf(receiver.payloads[2]), ['breaker.metadata']);
      assert.equal(receiver.payloads[2].breaker.metadata.mainHandlePosition.val, false);
      assert.equal(receiver.payloads[2].ts, running.clock.now() / 1000);
    });

    it('at once when a waveform is captured', async () => {
      await attached(ids.oven);
      const { json } = await running.post(`/devices/${ids.oven}/waveforms`);
      await receiver.untilArrivals(3);
      assert.deepEqual(channelsOf(receiver.payloads[1]), ['meter.events']);
      assert.equal(receiver.payloads[1].meter.events.waveformCaptured.val.id, json.data.id);
    });

    it('at once when a charger changes', async () => {
      await attached(ids.charger);
      running.simulator.controls.plugInCar(ids.charger, { neededWh: 9000, carMaxA: 16 });
      await receiver.untilArrivals(3);
      assert.deepEqual(channelsOf(receiver.payloads[1]), ['evse.metadata']);
      assert.equal(receiver.payloads[1].evse.metadata.state.val, 'C');
    });

    it('to every stream of the device, and to none that it was detached from', async () => {
      const stream = await running.createStream();
      const detached = await running.attach(ids.oven, stream);
      await running.attach(ids.oven, await running.createStream());
      await receiver.untilArrivals(4);
      await settle();
      running.simulator.controls.tripBreaker(ids.oven);
      await receiver.untilArrivals(8);
      await settle();
      await running.call('application', 'DELETE', `/deviceStreams/${detached}`);
      await running.clock.advance(300_000);
      await receiver.untilArrivals(9);
      await settle();
      assert.equal(receiver.arrivals.length, 9);
    });

    it('not from a device that is offline: it does not make up for it, and tells what changed with its next report', async () => {
      await attached(ids.oven);
      running.simulator.controls.setOnline(ids.oven, false);
      running.simulator.controls.moveMainHandle(ids.oven, 'open');
      await running.clock.advance(900_000);
      assert.equal(receiver.arrivals.length, 2);
      running.simulator.controls.setOnline(ids.oven, true);
      await running.clock.advance(300_000);
      await receiver.untilArrivals(3);
      await settle();
      assert.equal(receiver.arrivals.length, 3);
      assert.equal(receiver.payloads[1].breaker.metadata.mainHandlePosition.val, false);
      assert.equal(receiver.payloads[1].device.metadata.isConnected.val, true);
    });

    it('a decommissioned device pushes no more', async () => {
      await attached(ids.oven);
      await running.delete(`/devices/${ids.oven}`);
      assert.equal(running.clock.pendingTimers(), 0);
    });
  });

  describe('failures', () => {
    it('a publish is tried again after 1, 2, 4 and 8 s with the same body, signed anew', async () => {
      const id = await attached(ids.oven);
      receiver.answer = 503;
      running.simulator.controls.moveMainHandle(ids.oven, 'open');
      for (const [index, delayMs] of [1000, 2000, 4000, 8000].entries()) {
        await running.untilLogged(index + 3);
        await running.untilRetry(delayMs);
        await running.transportClock.advance(delayMs);
      }
      await running.untilLogged(7);
      assert.equal((await running.health(id)).streamStatusCode, 503);
      const tries = receiver.arrivals.slice(2);
      assert.equal(tries.length, 5);
      assert.equal(new Set(tries.map(({ body }) => body)).size, 1);
      assert.equal(new Set(tries.map(({ headers }) => headers.authorization)).size, 5);
    });

    it('what was in a publish that is given up comes with the next one', async () => {
      await attached(ids.oven);
      receiver.answer = ({ body }) => (body.includes('"mainHandlePosition":{"val":false') ? 500 : 200);
      running.simulator.controls.moveMainHandle(ids.oven, 'open');
      for (const [index, delayMs] of [1000, 2000, 4000, 8000].entries()) {
        await running.untilLogged(index + 3);
        await running.untilRetry(delayMs);
        await running.transportClock.advance(delayMs);
      }
      await running.untilLogged(7);
      receiver.answer = 200;
      await running.clock.advance(300_000);
      await receiver.untilArrivals(8);
      assert.equal(receiver.payloads.at(-1).breaker.metadata.mainHandlePosition.val, false);
    });

    it('the oldest of more than 60 that wait are dropped, which the health counts', async () => {
      const id = await attached(ids.oven);
      receiver.answer = 0;
      await rate(ids.oven, 1);
      await running.clock.advance(63_000);
      assert.equal(running.simulator.controls.deliveries.dropped, 2);
      assert.deepEqual(await running.health(id), {
        dateTime: new Date(running.clock.now()).toISOString(),
        message: 'The receiver is too slow: 2 publishes were dropped',
        streamStatusCode: 507,
      });
      receiver.answer = 200;
      await running.transportClock.advance(10_000);
      await running.untilRetry(1000);
      await rate(ids.oven, 300);
      await running.transportClock.advance(1000);
      await running.untilLogged(2 + 2 + 60);
      assert.equal((await running.health(id)).streamStatusCode, 200);
      const [, first, second] = [...new Set(receiver.payloads.map(({ ts }) => ts))];
      assert.equal(second - first, 3);
      assert.ok(channelsOf(receiver.payloads.at(-60)).includes('breaker.settings'), 'everything is told again');
    });

    /** The same service on a clock that has gained `aheadMs` when its next timer falls due. */
    async function ahead(aheadMs: number) {
      await attached(ids.oven);
      await rate(ids.oven, 1);
      const base = createManualClock(running.clock.now());
      let gainedMs = 0;
      const clock = { ...base, now: () => base.now() + gainedMs };
      const late = await startDelivering(receiver, { clock, initialState: running.simulator.snapshot() });
      const before = receiver.payloads.length;
      gainedMs = aheadMs;
      await base.advance(1000);
      const { deliveries } = late.simulator.controls;
      return { late, base, clock, deliveries, arrived: () => receiver.payloads.slice(before) };
    }

    it('a clock that runs a little ahead leaves no report out', async () => {
      const { late, deliveries } = await ahead(9000);
      await until(() => deliveries.log.length === 10);
      assert.equal(deliveries.dropped, 0);
      await late.simulator.close();
    });

    it('of time that was missed only the newest report is sent; the others are counted, and the health stays', async () => {
      const { late, clock, deliveries, arrived } = await ahead(1_000_000);
      await until(() => deliveries.log.length === 1);
      assert.equal(deliveries.dropped, 1000);
      assert.deepEqual(
        arrived().map(({ ts }) => ts),
        [clock.now() / 1000],
      );
      assert.deepEqual(
        late.simulator.snapshot().deviceStreams.map(({ health }) => health.code),
        [200],
      );
      await late.simulator.close();
    });

    it('what happened by itself in time that was missed is pushed once, as it stands at the last of it', async () => {
      await attached(ids.oven);
      const start = running.clock.now();
      const base = createManualClock(start);
      let gainedMs = 0;
      const clock = { ...base, now: () => base.now() + gainedMs };
      const late = await startDelivering(receiver, { clock, initialState: running.simulator.snapshot() });
      const path = `/devices/${ids.oven}/breaker/remoteHandle/position`;
      await late.post(path, { command: 'open', reason: 'test', secondsUntilReset: 60 });
      await receiver.untilArrivals(3);
      gainedMs = 120_000;
      await late.get(path);
      await receiver.untilArrivals(4);
      const { breaker, ts } = receiver.payloads.at(-1);
      assert.deepEqual(breaker.settings.remoteHandlePosition, { val: true, ts: start / 1000 + 60 });
      assert.equal(ts, start / 1000 + 60);
      await late.simulator.close();
    });
  });

  it('spec 2.7: an azure-iot-hub stream is not delivered, and its health says so', async () => {
    const stream = await running.call('application', 'POST', '/streams', {
      body: {
        description: 'hub',
        format: 'azure-iot-hub',
        azureIotHubStreamConfig: { registryConnectionString: 'HostName=hub.example' },
      },
    });
    const id = await running.attach(ids.oven, stream.json.data.id);
    const health = await running.health(id);
    assert.equal(health.streamStatusCode, 501);
    assert.match(health.message, /azure-iot-hub/);
    assert.equal(running.clock.pendingTimers(), 0);
  });
});
