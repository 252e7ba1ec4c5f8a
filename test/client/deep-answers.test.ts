import assert from 'node:assert/strict';
import { deepestAnswer, isDeeperThan } from '../../src/client/json-depth';
import { type ClientUnderTest, startClientUnderTest } from './client-under-test';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('spec 7: answers that nest', () => {
  let tested: ClientUnderTest;
  const read = 'GET /devices/device-1';
  const write = 'PATCH /devices/device-1';
  const get = () => tested.client.call('devices.get', { path: { deviceId: 'device-1' } });

  beforeEach(async () => {
    tested = await startClientUnderTest();
  });
  afterEach(() => tested.close());

  it('50,000 deep are BAD_RESPONSE, in data and in an error, with lists and with objects', async () => {
    for (const inner of [lists(50_000), objects(50_000), '['.repeat(50_000)])
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

  it('after a write leave open whether it was executed', async () => {
    tested.service.on(write, { status: 200, text: `{"data":${lists(50_000)}}` });
    const body = { locationId: 'there' };
    const update = tested.client.call('devices.update', { path: { deviceId: 'device-1' }, body });
    assert.equal((await tested.failure(update)).code, 'UNKNOWN_OUTCOME');
  });

  it('64 deep are read, 65 deep are not', async () => {
    assert.equal(deepestAnswer, 64);
    for (const [depth, isRead] of [
      [62, true],
      [63, false],
    ] as const) {
      tested.service.on(read, { status: 200, text: `{"data":{"id":${lists(depth)}}}` });
      if (isRead) assert.deepEqual((await tested.turn(get())).data.id, JSON.parse(lists(depth)));
      else assert.equal((await tested.failure(get())).code, 'BAD_RESPONSE');
    }
  });
});

describe('client: the depth of JSON', () => {
  it('counts lists and objects together, side by side and one in the other', () => {
    for (const [json, depth] of [
      ['[]', 1],
      ['{}', 1],
      ['[{},{},[]]', 2],
      ['{"a":[{"b":[]}]}', 4],
      [lists(3), 3],
      [objects(3), 3],
      [`[${'{},'.repeat(100)}{}]`, 2],
    ] as const) {
      assert.equal(isDeeperThan(json, depth), false, json);
      assert.equal(isDeeperThan(json, depth - 1), true, json);
    }
  });

  it('what stands in texts is no bracket, also after a quote that is escaped', () => {
    for (const text of ['[[[[', '{{{{', '\\"[[[[', 'a\\\\', '\\\\\\"[[[['])
      assert.equal(isDeeperThan(`["${text}",["${text}"]]`, 2), false, text);
    assert.equal(isDeeperThan('["\\\\",[[[[]]]]]', 4), true);
  });

  it('what is no JSON is told without an exception', () => {
    for (const text of ['', '"[[[', '"\\', ']]]]', '<html>']) assert.equal(isDeeperThan(text, 1), false, text);
    assert.equal(isDeeperThan(']]]][[[[[[', 1), true);
  });
});
