import assert from 'node:assert/strict';
import type { Transport } from '../../src/client';
import { removeWebhook } from '../../src/runtime/made/receivers/registered-webhook';
import { type Deploys, startDeploys, webhook } from '../support/deploys';
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

/** The words of a command, which the catalog does not know. */
const command = (change: (body: Listed) => Listed) => (item: Listed) =>
  'clockSchedule' in item || 'sunSchedule' in item ? { ...item, body: change(item.body as Listed) } : item;
const capitals = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toUpperCase();
  return Array.isArray(value) ? value.map(capitals) : value;
};

/** What a service may make of a batch in its lists. */
const batchHabits: Readonly<Record<string, (item: Listed) => Listed>> = {
  ...habits,
  'writes ids of devices and locations in capitals': (item) => ({
    ...item,
    ...('deviceIds' in item ? { deviceIds: capitals(item.deviceIds) } : {}),
    ...('locationId' in item ? { locationId: capitals(item.locationId) } : {}),
  }),
  'lists devices in another order and twice': (item) =>
    Array.isArray(item.deviceIds) ? { ...item, deviceIds: [...item.deviceIds, ...item.deviceIds].reverse() } : item,
  'writes numbers of commands as text': command((body) => ({ ...body, secondsUntilReset: '600' })),
  'writes commands in capitals': command((body) => ({ ...body, command: 'OPEN' })),
  'sends null for what a command does not say': command((body) => ({ ...body, note: null })),
  'orders the fields of commands by name': command(({ secondsUntilReset, reason, command: name }) => ({
    secondsUntilReset,
    reason,
    command: name,
  })),
  'does not say when a batch was made': ({ createdAt: _, ...item }) => item,
  'writes instants in epoch milliseconds': (item) =>
    typeof item.createdAt === 'string' ? { ...item, createdAt: Date.parse(item.createdAt) } : item,
  'writes zones in capitals': (item) => {
    const { clockSchedule: clock } = item as { clockSchedule?: Listed };
    return clock === undefined ? item : { ...item, clockSchedule: { ...clock, timeZone: capitals(clock.timeZone) } };
  },
};

describe('a registration that nobody has changed', () => {
  let service: SimulatedService;
  let deploys: Deploys;
  afterEach(async () => {
    deploys.close();
    await service.close();
  });

  async function start(habit: (item: Listed) => Listed) {
    service = await startServiceInProcess();
    const { transport } = service.simulator;
    const changing: Transport = async (sent, hooks) => {
      // A service finds what it lists.
      const result = await transport(
        { ...sent, url: sent.url.replace(/\/[\dA-F-]{36}/g, (id) => id.toLowerCase()) },
        hooks,
      );
      const isRead = sent.method === 'GET' && /\/(deviceWebhooks|streams|deviceBatchCommands)([?]|$)/.test(sent.url);
      if (result.kind !== 'answer' || result.statusCode >= 300 || !isRead) return result;
      const body = JSON.parse(result.text) as { data: Listed[] };
      return { ...result, text: JSON.stringify({ ...body, data: body.data.map(habit) }) };
    };
    deploys = startDeploys(service, watched(changing));
  }

  for (const [name, habit] of Object.entries(habits)) {
    it(`of a webhook is kept by its id, where the service ${name}`, async () => {
      await start(habit);
      for (const found of ['created', 'kept', 'kept']) assert.equal((await deploys.webhook()).found, found);
      const before = deploys.made().length;
      const changed = { headers: { 'X-Secret': 'two' }, fingerprint: 'second' };
      for (const found of ['renewed', 'kept']) assert.equal((await deploys.webhook(changed)).found, found);
      assert.deepEqual(deploys.made().slice(before), ['deviceWebhooks.delete', 'deviceWebhooks.create']);
    });

    it(`of a stream is kept by its id, where the service ${name}`, async () => {
      await start(habit);
      for (const found of ['created', 'kept', 'kept']) assert.equal(await deploys.stream(), found);
      const before = deploys.made().length;
      for (const found of ['renewed', 'kept']) assert.equal(await deploys.stream('second'), found);
      assert.deepEqual(deploys.made().slice(before), [
        'deviceStreams.delete',
        'streams.delete',
        'streams.create',
        'deviceStreams.create',
      ]);
    });
  }

  for (const [name, habit] of Object.entries(batchHabits))
    it(`of schedules is kept, by its id and by what it does, where the service ${name}`, async () => {
      await start(habit);
      assert.deepEqual(await deploys.schedules(), { created: 2, kept: 0, removed: 0 });
      for (const remembers of [true, true, false, true]) {
        if (!remembers) deploys.forgetSchedules();
        assert.deepEqual(await deploys.schedules(), { created: 0, kept: 2, removed: 0 });
      }
      assert.deepEqual(deploys.made(), ['batchCommands.create', 'batchCommands.createSun']);
    });

  it('of a webhook is deleted by its id, where the service hides addresses', async () => {
    await start(habits['hides addresses'] ?? assert.fail());
    const registered = await deploys.webhook();
    await turned(service.clock, removeWebhook(service.client(), webhook, registered));
    assert.equal(service.requests('deviceWebhooks.delete').length, 1);
  });

  it('of a webhook whose id is lost is made anew once, where its headers cannot be seen', async () => {
    await start(habits['hides headers'] ?? assert.fail());
    await deploys.webhook();
    deploys.forgetWebhook();
    for (const found of ['renewed', 'kept']) assert.equal((await deploys.webhook()).found, found);
  });
});
