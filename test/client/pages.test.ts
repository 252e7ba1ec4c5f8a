import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import type { ScriptedReply } from '../support/scripted-service';
import { type ClientUnderTest, startClientUnderTest } from './client-under-test';

const route = 'GET /eventHistory/breakerRemoteHandlePosition';

describe('spec 2.1: pages', () => {
  let tested: ClientUnderTest;
  beforeEach(async () => {
    tested = await startClientUnderTest();
  });
  afterEach(() => tested.close());

  const page = (source: string, next?: string): ScriptedReply => ({
    json: { data: [{ source }], page: { count: 1, ...(next === undefined ? {} : { next }) } },
  });

  async function follow(): Promise<{ sources: (string | undefined)[]; error?: ClientError }> {
    const sources: (string | undefined)[] = [];
    try {
      for await (const { items } of tested.client.pages('eventHistory.remoteHandle', { filter: { deviceId: 'a' } }))
        sources.push(...items.map(({ source }) => source));
      return { sources };
    } catch (error) {
      assert(error instanceof ClientError);
      return { sources, error };
    }
  }

  it('are followed to the last, by absolute and by relative links', async () => {
    const links = [
      `${tested.service.origin}/api/v1/eventHistory/breakerRemoteHandlePosition?offset=1`,
      '/api/v1/eventHistory/breakerRemoteHandlePosition?offset=2',
      '?offset=3',
    ];
    tested.service.on(route, page('0', links[0]), page('1', links[1]), page('2', links[2]), page('3'));
    assert.deepEqual(await follow(), { sources: ['0', '1', '2', '3'] });
    assert.deepEqual(
      tested.service.requests.slice(-3).map(({ target }) => target.split('?')[1]),
      ['offset=1', 'offset=2', 'offset=3'],
    );
  });

  it('are followed also of a list of which the specification names none', async () => {
    const device = (id: string, next?: string): ScriptedReply => ({
      json: { data: [{ id }], ...(next === undefined ? {} : { page: { next } }) },
    });
    tested.service.on('GET /devices', device('a', '/api/v1/devices?offset=1'), device('b'));
    const ids: string[] = [];
    for await (const { items } of tested.client.pages('devices.list', {})) ids.push(...items.map(({ id }) => id));
    assert.deepEqual(ids, ['a', 'b']);
  });

  it('of results are yielded item by item', async () => {
    tested.service.on('GET /devices/a/data/telemetry/meter', {
      json: { data: { deviceId: 'a', results: [{ ts: 1 }, { ts: 2 }] }, page: { next: null } },
    });
    const input = {
      path: { deviceId: 'a' },
      query: { startTime: '2026-01-01T00:00:00Z' },
      page: { offset: 0, limit: 2 },
    };
    for await (const { items, statusCode } of tested.client.pages('meter.history', input)) {
      assert.deepEqual(items, [{ ts: 1 }, { ts: 2 }]);
      assert.equal(statusCode, 200);
    }
  });

  for (const foreign of [
    'https://evil.test/next',
    '//evil.test/next',
    'http://127.0.0.1:1/',
    'javascript:1',
    'http://[',
  ])
    it(`a link to ${foreign} is never fetched, and the list ends as one that is incomplete`, async () => {
      tested.service.on(route, page('0', foreign));
      const { sources, error } = await follow();
      assert.deepEqual(sources, ['0']);
      assert.equal(error?.code, 'PAGE_LIMIT');
      assert.equal(tested.service.count(route), 1);
    });

  it('of a link to another host, such as the one behind a gateway, the query is asked of the service', async () => {
    tested.service.on(route, page('0', 'https://back-end.internal:8443/v1/events?offset=1&limit=1'), page('1'));
    assert.deepEqual(await follow(), { sources: ['0', '1'] });
    assert.equal(
      tested.service.requests.at(-1)?.target,
      '/eventHistory/breakerRemoteHandlePosition?$filter=deviceId%20eq%20%27a%27&offset=1&limit=1',
    );
  });

  describe('without a link', () => {
    const events = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => ({ source: String(from + index) }));
    const sourcesOf = (count: number) => events(count).map(({ source }) => source);

    it('are read on from behind what has come, until all are there', async () => {
      tested.service.on(route, ({ target }) => {
        const offset = Number(/offset=(\d+)/.exec(target)?.[1] ?? 0);
        return {
          json: { data: events(5, offset).slice(0, 12 - offset), page: { count: 5, totalCount: 12, next: null } },
        };
      });
      assert.deepEqual(await follow(), { sources: sourcesOf(12) });
      assert.equal(tested.service.count(route), 3);
    });

    it('a list that stays shorter than its count ends as one that is incomplete', async () => {
      tested.service.on(
        route,
        { json: { data: events(5), page: { totalCount: 12 } } },
        { json: { data: [], page: { totalCount: 12 } } },
      );
      const { sources, error } = await follow();
      assert.deepEqual(sources, sourcesOf(5));
      assert.equal(error?.code, 'PAGE_LIMIT');
      assert.match(error?.message ?? '', /there are 12, and gives 5/);
    });

    it('a service that does not know offset is asked once more, and no page comes twice', async () => {
      tested.service.on(route, { json: { data: events(5), page: { totalCount: 12 } } });
      const { sources, error } = await follow();
      assert.deepEqual(sources, sourcesOf(5));
      assert.match(error?.message ?? '', /the same page again/);
      assert.equal(tested.service.count(route), 2);
    });

    const full = { filter: { deviceId: 'a' }, page: { offset: 0, limit: 5 } } as const;
    it('a list of whose pages nothing is said is read until nothing more comes', async () => {
      tested.service.on(route, { json: { data: events(5) } }, { json: { data: events(2, 5) } }, { json: { data: [] } });
      assert.equal((await tested.client.list('eventHistory.remoteHandle', full)).length, 7);
      assert.equal(tested.service.count(route), 3);
    });

    it('a short page that comes again, where nothing is said of pages, was the whole list', async () => {
      tested.service.on(route, { json: { data: events(3) } });
      assert.equal((await tested.client.list('eventHistory.remoteHandle', full)).length, 3);
      assert.equal(tested.service.count(route), 2);
    });

    it('a full page with no next is the last, where the service says so', async () => {
      tested.service.on(route, { json: { data: events(5), page: { next: null } } });
      assert.equal((await tested.client.list('eventHistory.remoteHandle', full)).length, 5);
      assert.equal(tested.service.count(route), 1);
    });
  });

  it('of a link with the path behind a gateway only the query counts', async () => {
    tested.service.on(route, page('0', '/internal/elsewhere?offset=1'), page('1'));
    assert.deepEqual(await follow(), { sources: ['0', '1'] });
  });

  it('a link that leads back ends with PAGE_LIMIT after the items so far', async () => {
    tested.service.on(route, page('0', '?offset=1'), page('1', '?offset=2'), page('2', '?offset=1'));
    const { sources, error } = await follow();
    assert.deepEqual(sources, ['0', '1', '2']);
    assert.equal(error?.code, 'PAGE_LIMIT');
  });

  it('a link to the page itself is noticed', async () => {
    tested.service.on(route, ({ target }) => ({ json: { data: [], page: { next: `/api/v1${target}` } } }));
    assert.equal((await follow()).error?.code, 'PAGE_LIMIT');
    assert.equal(tested.service.count(route), 1);
  });

  it('more than 1,000 pages end with PAGE_LIMIT', async () => {
    let count = 0;
    tested.service.on(route, () => {
      count += 1;
      return { json: { data: [{ source: String(count) }], page: { next: `?offset=${count}` } } };
    });
    const { sources, error } = await follow();
    assert.equal(sources.length, 1_000);
    assert.equal(error?.code, 'PAGE_LIMIT');
    assert.equal(count, 1_000);
  });

  it('a caller that stops iterating stops the requests', async () => {
    tested.service.on(route, page('0', '?offset=1'), page('1', '?offset=2'));
    for await (const { items } of tested.client.pages('eventHistory.remoteHandle', { filter: { deviceId: 'a' } })) {
      assert.equal(items.length, 1);
      break;
    }
    assert.equal(tested.service.count(route), 1);
  });

  it('input is checked before the first page', async () => {
    const pages = tested.client.pages('eventHistory.remoteHandle', { filter: { deviceId: '' } });
    const error = await tested.failure(pages[Symbol.asyncIterator]().next());
    assert.equal(error.code, 'INVALID_INPUT');
  });
});
