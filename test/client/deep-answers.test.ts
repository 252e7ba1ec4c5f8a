import assert from 'node:assert/strict';
import { maxDepth } from '../../src/schema';
import { type ClientUnderTest, startClientUnderTest } from './client-under-test';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('spec 7: answers that nest', () => {
  let tested: ClientUnderTest;
  const read = 'GET /devices/device-1';
  const write = 'PATCH /locations/there';
  const get = () => tested.client.call('devices.get', { path: { deviceId: 'device-1' } });

  beforeEach(async () => {
    tested = await startClientUnderTest();
  });
  afterEach(() => tested.close());

  it('50,000 deep are BAD_RESPONSE, in data and in an error, with lists and with objects', async () => {
    for (const inner of [lists(50_000), objects(50_000)])
      for (const [status, text] of [
        [200, `{"data":{"id":${inner}}}`],
        [200, inner],
        [400, `{"error":{"message":"no","validations":${inner}}}`],
      ] as const) {
        tested.service.on(read, { status, text, headers: { 'content-type': 'application/json' } });
        const error = await tested.failure(get());
        assert.equal(error.code, 'BAD_RESPONSE');
        assert.match(error.message, /nests deeper than 64/);
      }
  });

  it('50,000 deep and never closed are BAD_RESPONSE', async () => {
    tested.service.on(read, { status: 200, text: '['.repeat(50_000), headers: { 'content-type': 'application/json' } });
    assert.equal((await tested.failure(get())).code, 'BAD_RESPONSE');
  });

  it('after a write leave open whether it was executed', async () => {
    tested.service.on(write, { status: 200, text: `{"data":${lists(50_000)}}` });
    const update = tested.client.call('locations.update', { path: { locationId: 'there' }, body: { name: 'House' } });
    assert.equal((await tested.failure(update)).code, 'UNKNOWN_OUTCOME');
  });

  it('64 deep are read, 65 deep are not', async () => {
    assert.equal(maxDepth, 64);
    for (const [depth, isRead] of [
      [62, true],
      [63, false],
    ] as const) {
      tested.service.on(read, { status: 200, text: `{"data":{"id":"a","more":${lists(depth)}}}` });
      if (isRead) assert.deepEqual((await tested.turn(get())).data, { id: 'a', more: JSON.parse(lists(depth)) });
      else assert.equal((await tested.failure(get())).code, 'BAD_RESPONSE');
    }
  });
});
