import assert from 'node:assert/strict';
import { createServer, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import sinon from 'sinon';
import { until } from '../receiver/raw-connection';
import { freePort } from '../support/free-port';
import { type Credentials, type FlowNode, helper } from '../support/node-red-test-helper';
import {
  credential,
  publicUrl,
  publishOf,
  type Receiving,
  startDeliveringService,
  startReceiving,
} from '../support/receiving';
import { settled, turned } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;
const keys = { n: { accessKeyId: credential.accessKeyId, secretAccessKey: credential.secretAccessKey } };

describe('stream-receiver in the runtime', () => {
  let receiving: Receiving | undefined;
  afterEach(async () => {
    await receiving?.stop();
    receiving = undefined;
  });

  const node = (settings: Settings) => ({ type: 'stream-receiver', register: false, ...settings });
  async function start(settings: Settings = {}, more: Partial<Parameters<typeof startReceiving>[0]> = {}) {
    receiving = await startReceiving({ node: node(settings), credentials: keys, ...more });
    return receiving;
  }
  const meter = (amperes: number, volts = 120) => ({
    meter: { telemetry: { currentA: { val: amperes }, voltageAN: { val: volts }, ts: 1_760_000_000 } },
  });

  describe('spec 6.2 publishes', () => {
    it('flat values by path, with device and time', async () => {
      const { publish, data } = await start();
      assert.equal(await publish(publishOf('d1', meter(7))), 200);
      assert.equal(data.length, 1);
      const [message] = data;
      assert(message !== undefined);
      assert.equal((message.payload as Settings)['meter.telemetry.currentA'], 7);
      assert.deepEqual([message.topic, message.deviceId], ['-/d1', 'd1']);
      assert.equal(typeof message.transactionId, 'string');
      assert.equal(message.outOfOrder, undefined);
    });

    it('the full tree', async () => {
      const { publish, data } = await start({ shape: 'tree' });
      const sent = publishOf('d1', meter(7));
      await publish(sent);
      assert.deepEqual(data[0]?.payload, sent);
    });

    it('one message per channel, with the channel in the topic', async () => {
      const { publish, data } = await start({ output: 'channel' });
      await publish(publishOf('d1', { ...meter(7), device: { telemetry: { rssi: { val: -60 } } } }));
      assert.deepEqual(
        data.map(({ topic, channel }) => [topic, channel]),
        [
          ['-/d1/meter', 'meter'],
          ['-/d1/device', 'device'],
        ],
      );
    });

    it('one message per reading', async () => {
      const { publish, data } = await start({ output: 'reading' });
      await publish(publishOf('d1', meter(7)));
      assert.deepEqual(
        data.map(({ topic, payload }) => [topic, (payload as { value: number }).value]),
        [
          ['-/d1/meter/telemetry/currentA', 7],
          ['-/d1/meter/telemetry/voltageAN', 120],
        ],
      );
    });

    it('only the configured devices and channels; a device can be given by its serial number', async () => {
      const { publish, data } = await start({ onlyDevices: 'd1, SN-d2', channels: 'meter' });
      for (const deviceId of ['d1', 'd2', 'd3'])
        await publish(publishOf(deviceId, { ...meter(1), device: { telemetry: { rssi: { val: -60 } } } }));
      assert.deepEqual(
        data.map(({ deviceId }) => deviceId),
        ['d1', 'd2'],
      );
      assert(!Object.keys(data[0]?.payload as object).some((path) => path.startsWith('device.telemetry')));
    });

    it('by exception: within the dead band nothing is sent; a path can have its own dead band', async () => {
      const { publish, data } = await start({
        output: 'reading',
        byException: true,
        deadBand: 1,
        deadBands: 'meter.telemetry.voltageAN = 5',
      });
      for (const [amperes, volts] of [
        [10, 120],
        [10.9, 124],
        [11.1, 126],
      ] as const)
        assert.equal(await publish(publishOf('d1', meter(amperes, volts))), 200);
      assert.deepEqual(
        data.map(({ payload }) => (payload as { value: number }).value),
        [10, 120, 11.1, 126],
      );
    });

    it('by exception: a whole publish is sent when one of its readings has changed', async () => {
      const { publish, data } = await start({ configVersion: 2, byException: true, deadBand: 1 });
      for (const amperes of [10, 10.5, 12]) await publish(publishOf('d1', meter(amperes)));
      assert.equal(data.length, 2);
    });

    it('in version 1, "by exception" applied to readings only', async () => {
      const { publish, data } = await start({ output: 'channel', byException: true, deadBand: 1 });
      for (const amperes of [10, 10.5]) await publish(publishOf('d1', meter(amperes)));
      assert.equal(data.length, 2);
    });

    it('a duplicate is accepted and not sent; a late publish is marked', async () => {
      const { publish, data } = await start();
      const first = publishOf('d1', meter(1), { ts: 2000 });
      assert.deepEqual([await publish(first), await publish(first)], [200, 200]);
      assert.equal(data.length, 1);
      await publish(publishOf('d1', meter(1), { ts: 1000 }));
      assert.equal(data[1]?.outOfOrder, true);
    });
  });

  describe('rejected requests', () => {
    const bad: Readonly<Record<string, (red: Receiving) => Promise<number>>> = {
      'key.unknown': ({ publish }) =>
        publish(publishOf('d1', {}), { key: { ...credential, accessKeyId: 'AKIDSOMEBODY' } }),
      'signature.mismatch': ({ publish }) =>
        publish(publishOf('d1', {}), { key: { ...credential, secretAccessKey: 'other' } }),
      'host.other': ({ publish }) => publish(publishOf('d1', {}), { host: '127.0.0.1' }),
      'credentials.missing': ({ post }) => post('/breakerflow/streams/publish', publishOf('d1', {})),
      'content.invalid-field': ({ publish }) => publish({ deviceId: 'd1' }),
    };
    const expected: Readonly<Record<string, number>> = { 'credentials.missing': 401, 'content.invalid-field': 400 };

    for (const [reason, send] of Object.entries(bad))
      it(`${reason}: rejected, with a message on the second output only`, async () => {
        const red = await start();
        assert.equal(await send(red), expected[reason] ?? 403);
        await settled();
        assert.deepEqual(red.data, []);
        const [{ topic, payload } = { topic: '', payload: {} }] = red.refused;
        assert.equal(topic, reason);
        const { count, remote, at } = payload as Settings;
        assert.deepEqual([count, remote, at], [1, '127.0.0.1', red.service.clock.now()]);
        const { refusals } = await red.report();
        assert.equal(`${refusals[0]?.check}.${refusals[0]?.reason}`, reason);
        assert(!JSON.stringify(refusals).includes(credential.secretAccessKey));
      });

    it('many rejections for one reason are one message per minute, with the count', async () => {
      const red = await start();
      for (let index = 0; index < 20; index++) await red.post('/breakerflow/streams/publish', {});
      await red.service.clock.advance(60_000);
      await settled();
      assert.deepEqual(
        red.refused.map(({ payload }) => (payload as { count: number }).count),
        [1, 19],
      );
    });

    it('a changed body is rejected', async () => {
      const red = await start();
      const sent = publishOf('d1', meter(1));
      assert.equal(await red.publish(sent, { sentBody: JSON.stringify({ ...sent, ts: 1 }) }), 403);
      assert.deepEqual(red.data, []);
    });

    it('with a fixed service name every other one is rejected', async () => {
      const red = await start({ service: 'acmeem-agent-stream' });
      assert.equal(await red.publish(publishOf('d1', {})), 403);
      assert.equal(await red.publish(publishOf('d1', {}), { service: 'acmeem-agent-stream' }), 200);
    });

    it('two pairs of credentials are accepted during a rotation', async () => {
      const next = { accessKeyId: 'AKIDNEXT', secretAccessKey: 'next' };
      const pairs = { nextAccessKeyId: next.accessKeyId, nextSecretAccessKey: next.secretAccessKey };
      const red = await start({}, { credentials: { n: { ...keys.n, ...pairs } } });
      assert.deepEqual(
        [await red.publish(publishOf('d1', {})), await red.publish(publishOf('d1', {}), { key: next })],
        [200, 200],
      );
    });

    it('without credentials, and without registering, the node does not start', async () => {
      const red = await start({}, { credentials: {} });
      assert.equal(await red.publish(publishOf('d1', {})), 404);
    });
  });

  describe('publishes as input messages', () => {
    it('an object, a text, bytes and a list are accepted, without duplicates', async () => {
      const { red, data } = await start({ format: 'azure-iot-hub', endpoint: '' });
      const one = publishOf('d1', meter(1));
      const two = publishOf('d1', meter(2));
      await red.run({ payload: one });
      await red.run({ payload: JSON.stringify(one) });
      await red.run({ payload: Buffer.from(JSON.stringify(two)) });
      await red.run({ payload: [one, publishOf('d2', meter(3))] });
      assert.deepEqual(
        data.map(({ payload }) => (payload as Settings)['meter.telemetry.currentA']),
        [1, 2, 3],
      );
      assert.deepEqual([red.completed.length, red.caught.length], [4, 0]);
    });

    it('duplicates are stored at an endpoint that accepts no requests, also across a restart', async () => {
      const port = await freePort();
      const { red, data, flow, deploy, service } = await start(
        { format: 'azure-iot-hub', endpoint: '', duplicates: 'endpoint' },
        { endpoint: { mount: 'none', port, duplicates: 'journal' } },
      );
      const sent = publishOf('d1', meter(1));
      // A file is written, which the clock does not wait for.
      const give = async (payload: unknown) => {
        const before = red.completed.length;
        red.give({ payload });
        await until(() => red.completed.length > before);
      };
      await give(sent);
      // Longer than the endpoint lingers: only the journal remembers.
      await deploy(flow({ endpoint: { d: true }, n: { d: true } }));
      await service.clock.advance(6_000);
      await deploy(flow());
      await give(sent);
      await give(publishOf('d1', meter(2)));
      assert.equal(data.length, 2);
      assert.deepEqual(red.caught, []);
      await assert.rejects(fetch(`http://127.0.0.1:${port}`), 'nothing listens');
    });

    it('a receiver of requests does not start at an endpoint that accepts none', async () => {
      const { red } = await start({}, { endpoint: { mount: 'none' } });
      await red.run({ payload: publishOf('d1', meter(1)) });
      const [caught] = red.caught;
      assert.equal(caught?.error.code, 'INVALID_INPUT');
      assert.deepEqual(caught?.error.cause.validations[0]?.field, 'endpoint');
    });

    it('while the store does not respond, a message waits and ends in an error', async () => {
      const { red, data, service } = await start(
        { format: 'azure-iot-hub', endpoint: '', duplicates: 'endpoint' },
        { endpoint: { mount: 'none', duplicates: 'redis' } },
      );
      const startMs = service.clock.now();
      await red.run({ payload: publishOf('d1', meter(1)) });
      assert.equal(service.clock.now() - startMs, 63_500);
      assert.deepEqual([data.length, red.caught.map(({ error }) => error.code)], [0, ['TIMEOUT']]);
    });

    it('an invalid publish goes to the Catch node with the field', async () => {
      const { red, data } = await start({ format: 'azure-iot-hub', endpoint: '' });
      for (const payload of [undefined, 'text', { deviceId: 'd1' }]) await red.run({ payload });
      await red.run({ command: 'fly' });
      assert.deepEqual(data, []);
      assert.deepEqual(
        red.caught.map(({ error }) => error.code),
        ['INVALID_INPUT', 'INVALID_INPUT', 'INVALID_INPUT', 'INVALID_INPUT'],
      );
      assert.equal(red.caught[2]?.error.cause.validations[0]?.field, 'payload.serialNumber');
    });

    it('a publish received by HTTP is a duplicate there', async () => {
      const { red, data, publish } = await start();
      const one = publishOf('d1', meter(1));
      await publish(one);
      await red.run({ payload: one });
      assert.equal(data.length, 1);
    });
  });

  describe('spec 4.5 registration', () => {
    const registered = async (settings: Settings = {}, more: Partial<Parameters<typeof startReceiving>[0]> = {}) => {
      const service = more.service ?? (await startDeliveringService());
      const rack = service.device('Office server rack');
      const red = await start({ register: true, devices: [rack], ...settings }, { service, credentials: {}, ...more });
      return { ...red, service, rack };
    };
    const streamsOf = async ({ service }: Pick<Receiving, 'service'>) =>
      (await turned(service.clock, service.client().call('streams.list', {}))).data;
    const attachedOf = async ({ service }: Pick<Receiving, 'service'>) =>
      (await turned(service.clock, service.client().call('deviceStreams.list', {}))).data;

    it('names the device in the topic where that is chosen, by its serial number while nobody has named it', async () => {
      const red = await registered({ topicBy: 'name', output: 'channel' });
      await red.until(() => red.data.length > 0);
      const { topic, serialNumber, channel } = red.data[0] ?? {};
      assert.equal(topic, `${serialNumber}/${channel}`);
    });

    it('a new node generates its credentials, is registered and validated, and receives data', async () => {
      const red = await registered();
      await red.until(() => red.data.length > 0);
      const { topic, deviceId, payload } = red.data[0] ?? {};
      assert.equal(deviceId, red.rack);
      assert.match(String(topic), new RegExp(`^[0-9a-f-]{36}/${red.rack}$`));
      assert.equal(typeof (payload as Settings)['meter.telemetry.currentA'], 'number');
      const [stream] = await streamsOf(red);
      assert.equal(stream?.webhookStreamConfig?.baseUrl, publicUrl);
      assert.equal(stream?.webhookStreamConfig?.publishPath, '/breakerflow/streams/publish');
      const { health, attached } = (await turned(red.service.clock, red.report())) as unknown as {
        health: { deviceId: string; code: number }[];
        attached: number;
      };
      assert.deepEqual([attached, health[0]?.deviceId, health[0]?.code], [1, red.rack, 200]);
    });

    it('three redeploys of each kind neither create another stream nor lose the device', async () => {
      const red = await registered();
      await red.until(() => red.data.length > 0);
      for (const type of ['full', 'flows', 'nodes'] as const) {
        const before = red.service.requests('streams.list').length;
        await red.deploy(red.flow({ n: { name: type } }), type);
        await red.until(() => red.service.requests('streams.list').length > before);
        await settled();
      }
      assert.deepEqual([(await streamsOf(red)).length, (await attachedOf(red)).length], [1, 1]);
      assert.equal(red.service.requests('streams.create').length, 1);
    });

    it('for another path the stream is recreated with its devices', async () => {
      const red = await registered();
      await red.until(() => red.data.length > 0);
      await red.deploy(red.flow({ n: { route: '/other' } }));
      await red.until(() => red.data.length > 1);
      const streams = await streamsOf(red);
      assert.deepEqual(
        streams.map(({ webhookStreamConfig }) => webhookStreamConfig?.publishPath),
        ['/breakerflow/other/publish'],
      );
      assert.equal((await attachedOf(red)).length, 1);
    });

    it('two receivers on one endpoint have a stream each', async () => {
      const place = { z: 'tab', x: 1, y: 1, wires: [] };
      const second = {
        ...place,
        ...node({ register: true, route: '/second', endpoint: 'endpoint', account: 'account', devices: [] }),
        id: 'n2',
      } as unknown as FlowNode;
      const red = await registered({}, { more: [second] });
      await red.until(() => red.service.requests('streams.create').length === 2);
      await settled();
      assert.equal((await streamsOf(red)).length, 2);
    });

    it('a device removed from the list is detached; one that a flow has attached stays', async () => {
      const red = await registered();
      await red.until(() => red.data.length > 0);
      const other = red.service.device('Air conditioner');
      await red.red.run({ command: 'attach', payload: { deviceId: other } });
      assert.equal(red.attached[0]?.deviceId, other);
      await red.deploy(red.flow({ n: { devices: [] } }));
      await red.until(() => red.service.requests('deviceStreams.delete').length === 1);
      await settled();
      assert.deepEqual(
        (await attachedOf(red)).map(({ deviceId }) => deviceId),
        [other],
      );
      await red.red.run({ command: 'detach', payload: other });
      assert.deepEqual(await attachedOf(red), []);
    });

    it('a fourth webhook stream of a device is rejected without a call; other devices are attached', async () => {
      const service = await startDeliveringService();
      const rack = service.device('Office server rack');
      const client = service.client();
      for (const description of ['a', 'b', 'c']) {
        const webhookStreamConfig = {
          baseUrl: 'https://other.example',
          authType: 'aws-request-v4-signature',
          authCredentials: credential,
          validationPath: '/v',
          publishPath: '/p',
        } as const;
        const body = { description, format: 'webhook', webhookStreamConfig } as const;
        const { data } = await turned(service.clock, client.call('streams.create', { body }));
        await turned(
          service.clock,
          client.call('deviceStreams.create', { body: { deviceId: rack, streamId: data.id } }),
        );
      }
      const other = service.device('Air conditioner');
      const before = service.requests('deviceStreams.create').length;
      const red = await registered({ devices: [rack, other] }, { service });
      await red.until(() => red.data.length > 0);
      assert.equal(red.data[0]?.deviceId, other);
      assert.equal(service.requests('deviceStreams.create').length, before + 1);
      await service.clock.advance(1_000);
      const { fill, text } = red.red.statuses.at(-1) ?? {};
      assert.deepEqual([fill, text], ['yellow', 'devices attached: 1/2']);
    });

    it('is deleted with the node, even if the account is deleted in the same deploy', async () => {
      const red = await registered();
      await red.until(() => red.data.length > 0);
      await red.deploy(red.flow({ n: null, account: null, endpoint: null }));
      await settled();
      assert.deepEqual([await streamsOf(red), await attachedOf(red)], [[], []]);
    });

    describe('after a restart without the state file', () => {
      /** The same flow with another user directory, at the same service. */
      async function again(credentials: Credentials = {}) {
        const first = await registered();
        await first.until(() => first.data.length > 0);
        const key = helper._redNodes.getCredentials('n')?.receiverKey;
        const { accessKeyIds } = await turned(first.service.clock, first.report());
        await first.red.stop();
        first.endRoute();
        const given: Credentials = credentials.n === undefined ? {} : { n: { receiverKey: key ?? '' } };
        const second = await registered({}, { service: first.service, credentials: given });
        await second.until(() => second.data.length > 0);
        await second.service.clock.advance(1_000);
        const report = await turned(second.service.clock, second.report());
        return { second, isSame: String(report.accessKeyIds) === String(accessKeyIds) };
      }

      it('the stream is recreated with new secrets, the status shows it, and publishes are accepted', async () => {
        const { second, isSame } = await again();
        assert.equal(isSame, false);
        assert.deepEqual([(await streamsOf(second)).length, (await attachedOf(second)).length], [1, 1]);
        assert(second.statuses().includes('renewed, devices attached: 1'), second.statuses().join());
        assert.deepEqual(second.refused, []);
      });

      it("the secrets are the same with the node's credentials", async () => {
        const { second, isSame } = await again({ n: {} });
        assert.equal(isSame, true);
        assert.deepEqual(second.refused, []);
      });
    });

    it('stays if removal is not configured', async () => {
      const red = await registered({ removeWithNode: false });
      await red.until(() => red.data.length > 0);
      await red.deploy(red.flow({ n: null, account: null }));
      await settled();
      assert.equal((await streamsOf(red)).length, 1);
    });

    it('is retried until the service responds', async () => {
      const service = await startDeliveringService();
      const match = { operation: 'streams.list' } as const;
      service.simulator.controls.faults.inject({ kind: 'error', status: 400, match, times: 1 });
      const red = await registered({}, { service });
      await red.until(() => red.data.length > 0);
      assert(red.statuses().includes('not registered'));
    });

    it('an Azure IoT hub stream is created by its connection string', async () => {
      const red = await registered(
        { format: 'azure-iot-hub', endpoint: '' },
        { credentials: { n: { connectionString: 'HostName=hub.example;SharedAccessKey=secret' } } },
      );
      await red.until(() => red.service.requests('deviceStreams.create').length === 1);
      await settled();
      const [stream] = await streamsOf(red);
      assert.equal(stream?.format, 'azure-iot-hub');
    });
  });

  describe('redeploys', () => {
    it('a delivery in flight is neither lost nor repeated: a publish with response 200 is sent once', async () => {
      const red = await start();
      const answered: string[] = [];
      for (let round = 0; round < 30; round++) {
        const sent = publishOf('d1', meter(round));
        const type = (['full', 'nodes', 'flows'] as const)[round % 3];
        const changed = round % 2 === 0 ? { n: { name: `${round}` } } : { outputs: { name: `${round}` } };
        const sending = red.publish(sent);
        await red.deploy(red.flow(changed), type);
        if ((await sending) === 200) answered.push(String(sent.transactionId));
        else {
          // The service tries again.
          assert.equal(await red.publish(sent), 200);
          answered.push(String(sent.transactionId));
        }
      }
      await settled();
      assert.deepEqual(
        red.data.map(({ transactionId }) => transactionId),
        answered,
      );
    });

    it('duplicates are known after a redeploy of the endpoint, also on another port', async () => {
      const red = await start();
      const sent = publishOf('d1', meter(1));
      await red.publish(sent);
      await red.deploy(red.flow({ endpoint: { rate: 100 } }), 'nodes');
      assert.equal(await red.publish(sent), 200);
      await red.deploy(red.flow({ endpoint: { mount: 'shared' } }), 'full');
      await red.deploy(red.flow());
      assert.equal(await red.publish(sent), 200);
      assert.equal(red.data.length, 1);
    });

    it('a deleted or disabled node gets 404', async () => {
      const red = await start();
      await red.deploy(red.flow({ n: { d: true } }));
      assert.equal(await red.publish(publishOf('d1', {})), 404);
      await red.deploy(red.flow());
      assert.equal(await red.publish(publishOf('d1', {})), 200);
      await red.deploy(red.flow({ n: null }));
      assert.equal(await red.publish(publishOf('d1', {})), 404);
    });

    it('a node that fails to start gets 503, and later 404', async () => {
      const red = await start();
      await red.deploy(red.flow({ n: { route: 'no path' } }));
      assert.equal(await red.publish(publishOf('d1', {})), 503);
      await red.service.clock.advance(31_000);
      assert.equal(await red.publish(publishOf('d1', {})), 404);
    });
  });

  describe('time of the response', () => {
    afterEach(() => sinon.restore());

    it('200 is sent after the directly wired nodes have every message of the publish', async () => {
      const { publish, red } = await start({ output: 'reading' });
      const order: string[] = [];
      red.node('outputs').on('input', () => order.push('received'));
      const { writeHead } = ServerResponse.prototype;
      sinon.replace(ServerResponse.prototype, 'writeHead', function (this: ServerResponse, ...given: unknown[]) {
        order.push(`answered ${given[0]}`);
        return Reflect.apply(writeHead, this, given);
      } as typeof writeHead);
      assert.equal(await publish(publishOf('d1', meter(7))), 200);
      assert.deepEqual(order, ['received', 'received', 'answered 200']);
    });
  });

  describe('a server with httpNodeAuth', () => {
    const shared = { mount: 'shared', publicUrl } as const;
    const guard: RequestHandler = (request, response, next) => {
      if (request.headers.authorization?.startsWith('Basic ')) next();
      else response.status(401).end();
    };

    it('behind httpNodeAuth no request can arrive: yellow status, warning at deploy and in the dialog', async () => {
      const red = await start({}, { endpoint: shared, nodeAuth: guard });
      assert.deepEqual(red.badge(), { fill: 'yellow', shape: 'dot', text: 'httpNodeAuth is on' });
      assert.match(red.warnings().join(), /httpNodeAuth answers 401 to the service before this node sees its requests/);
      assert.equal((await red.report()).state, 'guarded');
      assert.equal(await red.publish(publishOf('d1', {})), 401);
      assert.deepEqual(red.data, []);
    });

    it('middleware that lets the service through is detected by the first request: green status', async () => {
      const red = await start({}, { endpoint: shared, nodeAuth: (_request, _response, next) => next() });
      assert.equal(red.badge()?.fill, 'yellow');
      assert.equal(await red.publish(publishOf('d1', {})), 200);
      await red.service.clock.advance(1_000);
      assert.equal(red.badge()?.fill, 'green');
      assert.equal((await red.report()).state, 'shared');
    });

    it('a dedicated port is not affected', async () => {
      const red = await start({}, { nodeAuth: guard });
      await red.until(() => red.badge()?.fill === 'green');
      assert.equal(red.badge()?.text, 'listening');
      assert.doesNotMatch(red.warnings().join(), /httpNodeAuth/);
    });
  });

  describe('listening', () => {
    for (const nodeRoot of ['/', '/nodes/'])
      it(`on Node-RED's own server below ${nodeRoot}, registered with that path`, async () => {
        const service = await startDeliveringService();
        const rack = service.device('Office server rack');
        const red = await start(
          { register: true, devices: [rack] },
          { service, endpoint: { mount: 'shared' }, nodeRoot, credentials: {} },
        );
        await red.until(() => red.data.length > 0);
        assert.equal(red.data[0]?.deviceId, rack);
        const { data } = await turned(service.clock, service.client().call('streams.list', {}));
        assert.equal(data[0]?.webhookStreamConfig?.publishPath, `${nodeRoot}breakerflow/streams/publish`);
        assert.equal(await red.post(`${nodeRoot}else`, {}), 404);
      });

    it('a port in use is red, and opened as soon as it is free', async () => {
      const blocker = createServer();
      await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
      const { port } = blocker.address() as { port: number };
      const red = await start({}, { endpoint: { port } });
      await settled();
      assert.equal(red.statuses().at(-1), 'port is taken');
      assert.equal(red.red.statuses.at(-1)?.fill, 'red');
      await new Promise((resolve) => blocker.close(resolve));
      await red.until(() => red.statuses().at(-1) === 'listening', 40_000);
    });

    it('of two nodes with the same path the first one keeps it', async () => {
      const place = { z: 'tab', x: 1, y: 1, wires: [] };
      const second = { ...place, ...node({ endpoint: 'endpoint' }), id: 'n2' } as unknown as FlowNode;
      const red = await start({}, { more: [second], credentials: { ...keys, n2: keys.n } });
      assert.equal(await red.publish(publishOf('d1', meter(1))), 200);
      assert.equal(red.data.length, 0);
    });

    it('a hundred redeploys keep one port, which is closed 5 s after the last one', async () => {
      const red = await start();
      for (let index = 0; index < 100; index++) await red.deploy(red.flow({ n: { name: `${index}` } }));
      assert.equal(await red.publish(publishOf('d1', meter(1))), 200);
      await red.deploy(red.flow({ n: null, endpoint: null }));
      await red.service.clock.advance(6_000);
      await settled();
      await assert.rejects(red.publish(publishOf('d1', {})), { code: 'ECONNREFUSED' });
    });
  });
});
