import assert from 'node:assert/strict';
import { query, type RunningSimulator, startSimulator } from './running-simulator';
import { ids, smallState } from './small-state';

/** Ten movements of the oven's handle, a minute apart. */
function tenMovements(now: number) {
  const state = smallState(now);
  for (const device of state.devices)
    if (device.id === ids.oven)
      for (let minute = 10; minute > 0; minute--)
        device.handleHistory.push({
          at: now - minute * 60_000,
          position: minute % 2 === 0 ? 'open' : 'closed',
          source: 'remote-command',
        });
  return state;
}

const path = '/eventHistory/breakerRemoteHandlePosition';

describe('spec 2.1 paging', () => {
  let running: RunningSimulator;
  before(async () => {
    running = await startSimulator({ initialState: tenMovements(Date.UTC(2026, 0, 15, 12)) });
  });
  after(() => running.simulator.close());

  const page = (parameters: Readonly<Record<string, string | number>>) =>
    running.get(`${path}${query({ $filter: `deviceId eq '${ids.oven}'`, ...parameters })}`);

  it('counts what is there and what there is in all', async () => {
    const { json } = await page({ offset: 2, limit: 3 });
    assert.equal(json.data.length, 3);
    assert.equal(json.page.count, 3);
    assert.equal(json.page.totalCount, 10);
    assert.equal(json.page.offset, 2);
  });

  it('without offset and limit it begins at the first and takes the default', async () => {
    const { json } = await page({});
    assert.deepEqual(json.page, { count: 10, totalCount: 10, offset: 0 });
  });

  it('following next gives every item once, in order', async () => {
    const all = (await page({})).json.data;
    const seen: unknown[] = [];
    let pages = 0;
    let next: string | undefined = `${path}${query({ $filter: `deviceId eq '${ids.oven}'`, limit: 4 })}`;
    while (next !== undefined) {
      const { json }: { json: { data: unknown[]; page: { next?: string } } } = await running.get(next);
      seen.push(...json.data);
      pages += 1;
      assert.ok(json.page.next?.startsWith(running.baseUrl) ?? true);
      next = json.page.next?.slice(running.baseUrl.length);
    }
    assert.equal(pages, 3);
    assert.deepEqual(seen, all);
  });

  it('previous leads to the page before, without an overlap', async () => {
    const { json } = await page({ offset: 3, limit: 5 });
    const before = await running.get(json.page.previous.slice(running.baseUrl.length));
    assert.equal(before.json.data.length, 3);
    assert.equal(before.json.page.offset, 0);
    assert.equal(before.json.page.previous, undefined);
  });

  it('a page beyond the end is empty and has no next', async () => {
    const { json } = await page({ offset: 50, limit: 5 });
    assert.deepEqual(json.data, []);
    assert.equal(json.page.next, undefined);
    assert.equal(json.page.totalCount, 10);
  });

  it('a page of nothing does not lead on', async () => {
    const { json } = await page({ limit: 0 });
    assert.deepEqual(json.page, { count: 0, totalCount: 10, offset: 0 });
  });

  describe('spec 8 bounds', () => {
    it('refuses a limit above the page of the operation', async () => {
      assert.equal((await page({ limit: 1000 })).status, 200);
      const { status, json } = await page({ limit: 1001 });
      assert.equal(status, 400);
      assert.equal(json.error.validations[0].propertyName, 'limit');
    });

    it('refuses what is not a whole number from 0 to 2147483647', async () => {
      assert.equal((await page({ offset: 2_147_483_647 })).status, 200);
      for (const offset of ['-1', '1.5', 'x', '', '2147483648', '1e3', '0x10'])
        assert.equal((await page({ offset })).status, 400, offset);
    });

    it('offset and limit of the meter history are required', async () => {
      const history = `/devices/${ids.oven}/data/telemetry/meter?startTime=2026-01-15T00:00:00Z`;
      for (const missing of ['&offset=0', '&limit=10', '']) {
        const { status, json } = await running.get(`${history}${missing}`);
        assert.equal(status, 400);
        assert.match(json.error.message, /is required/);
      }
    });
  });
});
