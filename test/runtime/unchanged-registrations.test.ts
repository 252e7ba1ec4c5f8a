import assert from 'node:assert/strict';
import type { Transport } from '../../src/client';
import { type FormerStream, registerStream } from '../../src/runtime/made/receivers/registered-stream';
import {
  type FormerWebhook,
  registerWebhook,
  removeWebhook,
} from '../../src/runtime/made/receivers/registered-webhook';
import { type SimulatedService, startServiceInProcess } from '../support/simulated-service';
import { turned, watched } from '../support/turn-clock';

type Listed = Record<string, unknown>;

/** What a service may make of a registration in its lists: hide, mask, rewrite. */
const habits: Readonly<Record<string, (item: Listed) => Listed>> = {
  'shows all': (item) => item,
  'hides headers': ({ additionalHttpHeaders: _, ...item }) => item,
  'masks headers': (item) => ('uri' in item ? { ...item, additionalHttpHeaders: { 'X-Secret': '***' } } : item),
  'sends null for headers': (item) => ('uri' in item ? { ...item, additionalHttpHeaders: null } : item),
  'puts a slash behind addresses': (item) => ('uri' in item ? { ...item, uri: `${item.uri}/` } : item),
  'hides addresses': ({ uri: _, ...item }) => item,
  'masks the access key': (item) => withStream(item, { authCredentials: { accessKeyId: '****' } }),
  'hides the stream configuration': ({ webhookStreamConfig: _, ...item }) => item,
  'writes formats in capitals': (item) =>
    typeof item.format === 'string' ? { ...item, format: item.format.toUpperCase() } : item,
  'puts a slash behind base URLs': (item) => withStream(item, { baseUrl: 'https://hooks.example.com/' }),
  'hides descriptions': ({ description: _, ...item }) => item,
  'writes ids in capitals': (item) => ({ ...item, id: String(item.id).toUpperCase() }),
};

function withStream(item: Listed, changed: Listed): Listed {
  const { webhookStreamConfig: config } = item;
  return config === undefined ? item : { ...item, webhookStreamConfig: { ...(config as Listed), ...changed } };
}

const webhook = {
  kind: 'deviceOnboarding',
  uri: 'https://hooks.example.com/device',
  headers: { 'X-Secret': 'one' },
  fingerprint: 'first',
} as const;
const request = {
  description: 'Node-RED',
  format: 'webhook',
  webhookStreamConfig: {
    baseUrl: 'https://hooks.example.com',
    authType: 'aws-request-v4-signature',
    authCredentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
    validationPath: '/validate',
    publishPath: '/publish',
  },
} as const;

describe('a registration that nobody has changed', () => {
  let service: SimulatedService;
  afterEach(() => service.close());

  async function start(habit: (item: Listed) => Listed) {
    service = await startServiceInProcess();
    const { transport } = service.simulator;
    const changing: Transport = async (sent, hooks) => {
      const result = await transport(sent, hooks);
      const isRead = sent.method === 'GET' && /\/(deviceWebhooks|streams)/.test(sent.url);
      if (result.kind !== 'answer' || result.statusCode >= 300 || !isRead) return result;
      const body = JSON.parse(result.text) as { data: Listed[] };
      return { ...result, text: JSON.stringify({ ...body, data: body.data.map(habit) }) };
    };
    const client = service.client({}, watched(changing));
    const made = () =>
      service
        .requests()
        .filter(({ operation }) => /\.(create|delete)$/.test(String(operation)) && operation !== 'token.create');
    return { client, made, call: <T>(promise: Promise<T>) => turned(service.clock, promise) };
  }

  for (const [name, habit] of Object.entries(habits)) {
    it(`of a webhook is kept by its id, where the service ${name}`, async () => {
      const { client, made, call } = await start(habit);
      let former: FormerWebhook | undefined;
      const found: string[] = [];
      for (let deploy = 1; deploy <= 3; deploy += 1) {
        const registered = await call(registerWebhook(client, webhook, former));
        former = registered;
        found.push(registered.found);
      }
      assert.deepEqual(found, ['created', 'kept', 'kept']);
      const before = made().length;
      const changed = { ...webhook, headers: { 'X-Secret': 'two' }, fingerprint: 'second' };
      former = await call(registerWebhook(client, changed, former));
      await call(registerWebhook(client, changed, former));
      assert.deepEqual(
        made()
          .slice(before)
          .map(({ operation }) => operation),
        ['deviceWebhooks.delete', 'deviceWebhooks.create'],
      );
    });

    it(`of a stream is kept by its id, where the service ${name}`, async () => {
      const { client, made, call } = await start(habit);
      const deviceIds = [service.device('Kitchen outlets')];
      let former: FormerStream | undefined;
      const deploy = async (fingerprint: string) => {
        const registered = await call(registerStream(client, { request, fingerprint, deviceIds }, former));
        assert.deepEqual(
          registered.attachments.map(({ error }) => error),
          [undefined],
        );
        former = { streamId: registered.streamId, fingerprint, deviceIds };
        return registered.found;
      };
      assert.deepEqual(
        [await deploy('first'), await deploy('first'), await deploy('first')],
        ['created', 'kept', 'kept'],
      );
      const before = made().length;
      assert.deepEqual([await deploy('second'), await deploy('second')], ['renewed', 'kept']);
      assert.deepEqual(
        made()
          .slice(before)
          .map(({ operation }) => operation),
        ['deviceStreams.delete', 'streams.delete', 'streams.create', 'deviceStreams.create'],
      );
    });
  }

  it('of a webhook is deleted by its id, where the service hides addresses', async () => {
    const { client, call } = await start(habits['hides addresses'] ?? assert.fail());
    const registered = await call(registerWebhook(client, webhook, undefined));
    await call(removeWebhook(client, webhook, registered));
    assert.equal(service.requests('deviceWebhooks.delete').length, 1);
  });

  it('of a webhook whose id is lost is made anew once, where its headers cannot be seen', async () => {
    const { client, call } = await start(habits['hides headers'] ?? assert.fail());
    await call(registerWebhook(client, webhook, undefined));
    const again = await call(registerWebhook(client, webhook, undefined));
    assert.equal(again.found, 'renewed');
    assert.equal((await call(registerWebhook(client, webhook, again))).found, 'kept');
  });
});
