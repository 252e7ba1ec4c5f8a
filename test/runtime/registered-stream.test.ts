import assert from 'node:assert/strict';
import type { Client } from '../../src/client';
import {
  attachDevice,
  registerStream,
  removeStreams,
  type WantedStream,
} from '../../src/runtime/made/receivers/registered-stream';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

describe('spec 4.5 a stream at the service', () => {
  let service: SimulatedService;
  let client: Client;
  let rack: string;
  let heater: string;
  beforeEach(async () => {
    service = await startService();
    client = service.client();
    rack = service.device('Office server rack');
    heater = service.device('Air conditioner');
  });
  afterEach(() => service.close());

  const request = (accessKeyId: string, publishPath = '/publish'): WantedStream['request'] => ({
    description: 'Node-RED',
    format: 'webhook',
    webhookStreamConfig: {
      baseUrl: 'https://flows.local',
      authType: 'aws-request-v4-signature',
      authCredentials: { accessKeyId, secretAccessKey: 'secret' },
      validationPath: '/validation',
      publishPath,
    },
  });
  const wanted = (fingerprint: string, deviceIds: string[], publishPath?: string): WantedStream => ({
    request: request(fingerprint, publishPath),
    fingerprint,
    deviceIds,
  });
  const run = <T>(work: Promise<T>) => turned(service.clock, work);
  const register = (stream: WantedStream, former?: Parameters<typeof registerStream>[2]) =>
    run(registerStream(client, stream, former));
  const attached = async (streamId: string) =>
    (await run(client.call('deviceStreams.list', { filter: { streamId } }))).data.map(({ deviceId }) => deviceId);
  const streams = async () => (await run(client.call('streams.list', {}))).data.map(({ id }) => id);

  it('is created once, and recreated if its credentials are not known', async () => {
    const first = await register(wanted('a', [rack]));
    await run(attachDevice(client, first.streamId, heater));
    const second = await register(wanted('a', [rack]));
    assert.deepEqual([first.found, second.found], ['created', 'renewed']);
    assert.deepEqual(await streams(), [second.streamId]);
    assert.deepEqual((await attached(second.streamId)).sort(), [rack, heater].sort());
  });

  it('at an IoT hub, which may have foreign streams, is found and never recreated without a stored state', async () => {
    const azureIotHubStreamConfig = { registryConnectionString: 'HostName=hub.example;SharedAccessKey=k' };
    const hub: WantedStream = {
      request: { description: 'Node-RED', format: 'azure-iot-hub', azureIotHubStreamConfig },
      fingerprint: 'a',
      deviceIds: [],
    };
    const first = await register(hub);
    const second = await register(hub);
    assert.deepEqual([second.found, second.streamId], ['kept', first.streamId]);
    await assert.rejects(run(removeStreams(client, { description: 'Node-RED', format: 'azure-iot-hub' })), /not known/);
    assert.deepEqual(await streams(), [first.streamId]);
  });

  it('is found by its id, which is case-insensitive', async () => {
    const first = await register(wanted('a', [rack]));
    const former = { streamId: first.streamId.toUpperCase(), fingerprint: 'a', deviceIds: [rack.toUpperCase()] };
    assert.equal((await register(wanted('a', [rack]), former)).found, 'kept');
    assert.deepEqual(await attached(first.streamId), [rack]);
    await run(removeStreams(client, { id: first.streamId.toUpperCase() }));
    assert.deepEqual(await streams(), []);
  });

  it('is recreated for other credentials, with all its devices', async () => {
    const first = await register(wanted('a', [rack]));
    await run(attachDevice(client, first.streamId, heater));
    const former = { streamId: first.streamId, fingerprint: 'a', deviceIds: [rack] };
    const second = await register(wanted('b', [rack]), former);
    assert.equal(second.found, 'renewed');
    assert.deepEqual(await streams(), [second.streamId]);
    assert.deepEqual((await attached(second.streamId)).sort(), [rack, heater].sort());
  });

  it('is kept for the same credentials', async () => {
    const first = await register(wanted('a', [rack]));
    const former = { streamId: first.streamId, fingerprint: 'a', deviceIds: [rack] };
    assert.equal((await register(wanted('a', [rack]), former)).found, 'kept');
  });

  it('is recreated for another path; a foreign stream with the same description is kept', async () => {
    const others = await register(wanted('x', [], '/others'));
    const first = await register(wanted('a', [rack]));
    const former = { streamId: first.streamId, fingerprint: 'a', deviceIds: [rack] };
    const second = await register(wanted('a', [rack], '/moved'), former);
    assert.deepEqual((await streams()).sort(), [others.streamId, second.streamId].sort());
    assert.deepEqual(await attached(second.streamId), [rack]);
  });

  it('a device that cannot be attached does not affect the others', async () => {
    const { attachments } = await register(wanted('a', ['no-such-device', rack]));
    assert.deepEqual(
      attachments.map(({ deviceId, error }) => [deviceId, error === undefined]),
      [
        ['no-such-device', false],
        [rack, true],
      ],
    );
  });

  for (const [how, sought] of [
    ['its id', (id: string) => ({ id })],
    [
      'what it was to be made with',
      () => ({ description: 'Node-RED', format: 'webhook', baseUrl: 'https://flows.local', publishPath: '/publish' }),
    ],
  ] as const)
    it(`is removed with its devices by ${how}, and no other`, async () => {
      const others = await register(wanted('x', [], '/others'));
      const { streamId } = await register(wanted('a', [rack, heater]));
      await run(removeStreams(client, sought(streamId)));
      assert.deepEqual(await streams(), [others.streamId]);
      assert.deepEqual(await attached(streamId), []);
    });
});
