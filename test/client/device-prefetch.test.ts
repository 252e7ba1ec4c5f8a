import assert from 'node:assert/strict';
import type { PageOf } from '../../src/client';
import { createDevicePrefetch } from '../../src/client/device-prefetch';
import type { PreparedRequest } from '../../src/client/request';
import { type ClientUnderTest, startClientUnderTest } from './client-under-test';

const list = 'GET /devices';
const oneOf = (id: string) => `GET /devices/${id}`;
const minuteMs = 60_000;

describe('client: prefetched devices', () => {
  let tested: ClientUnderTest;
  beforeEach(async () => {
    tested = await startClientUnderTest();
    tested.service.on(list, { json: { data: ['a', 'b', 'c'].map((id) => ({ id, sku: 'of the list' })) } });
    for (const id of ['a', 'b', 'd']) {
      tested.service.on(oneOf(id), { json: { data: { id, sku: 'of its own' } } });
      tested.service.on(`PATCH /devices/${id}`, { json: {} });
    }
  });
  afterEach(() => tested.close());

  const prefetchDevices = (ids: string[]) => tested.turn(tested.client.prefetchDevices(ids));
  const sku = async (deviceId: string, maxAgeMs = minuteMs) =>
    (await tested.turn(tested.client.call('devices.get', { path: { deviceId } }, { maxAgeMs }))).data.sku;
  const change = (deviceId: string) =>
    tested.client.call('devices.update', { path: { deviceId }, body: { locationId: 'elsewhere' } });

  it('are answered from one list, by the token that reads of one device need', async () => {
    await prefetchDevices(['a', 'b']);
    assert.deepEqual([await sku('a'), await sku('b')], ['of the list', 'of the list']);
    assert.equal(tested.service.count(list), 1);
    assert.equal(tested.service.count(oneOf('a')), 0);
  });

  it('are read anew by whom that is too old for', async () => {
    await prefetchDevices(['a', 'b']);
    await tested.clock.advance(minuteMs);
    assert.equal(await sku('a'), 'of the list');
    await tested.clock.advance(1);
    assert.equal(await sku('a'), 'of its own');
    await prefetchDevices(['b']);
    assert.equal(await sku('b', 0), 'of its own');
  });

  it('are those that were asked for and that the list tells of', async () => {
    await prefetchDevices(['b', 'd']);
    assert.deepEqual([await sku('a'), await sku('d')], ['of its own', 'of its own']);
  });

  it('are read anew after a write', async () => {
    await prefetchDevices(['a', 'b']);
    await tested.turn(change('a'));
    assert.deepEqual([await sku('a'), await sku('b')], ['of its own', 'of the list']);
  });

  it('are read anew after a write while the list was on its way', async () => {
    const prefetch = createDevicePrefetch(tested.clock);
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    async function* pages() {
      await arrived;
      yield { items: [{ id: 'a' }, { id: 'b' }], page: {}, statusCode: 200 } as unknown as PageOf<'devices.list'>;
    }
    const known = (deviceId: string) =>
      prefetch.answerTo({ operation: 'devices.get', deviceId } as PreparedRequest, minuteMs) !== undefined;
    const reading = prefetch.read(['a', 'b'], pages());
    prefetch.invalidate('a');
    arrive();
    await reading;
    assert.deepEqual([known('a'), known('b')], [false, true]);
    prefetch.invalidate(undefined);
    assert.equal(known('b'), false);
  });

  it('give each reader data of its own', async () => {
    await prefetchDevices(['a']);
    const read = () =>
      tested.turn(tested.client.call('devices.get', { path: { deviceId: 'a' } }, { maxAgeMs: minuteMs }));
    const first = await read();
    first.data.sku = 'changed';
    assert.equal((await read()).data.sku, 'of the list');
  });

  it('may come on several pages, which are read until all are found', async () => {
    const page = (id: string) => ({ json: { data: [{ id }], page: { next: `/api/v1/devices?after=${id}` } } });
    tested.service.on(list, page('a'), page('b'), page('c'));
    await prefetchDevices(['a', 'b']);
    assert.equal(tested.service.count(list), 2);
  });
});
