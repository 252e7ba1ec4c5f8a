import assert from 'node:assert/strict';
import { deadBandsOf, listOf } from '../../nodes/stream-receiver/stream-config';
import { type StreamMessageOptions, streamMessages } from '../../nodes/stream-receiver/stream-messages';
import type { StreamPublish } from '../../src/catalog';
import { createReportByException } from '../../src/receiver';

const publish: StreamPublish = {
  deviceId: 'd',
  serialNumber: 's',
  schemaVersion: '4.2.0.beta',
  transactionId: 't',
  ts: 1000,
  meter: { telemetry: { currentA: { val: 5, min: 4, max: 6, avg: 5 } } },
  device: { telemetry: { rssi: { val: -60 } } },
} as unknown as StreamPublish;

function messages(options: Partial<StreamMessageOptions>, outOfOrder = false, sent = publish) {
  const all: StreamMessageOptions = {
    ...{ output: 'publish', shape: 'flat', topicBy: 'id', devices: [], channels: [] },
    locationOf: () => 'place',
  };
  return streamMessages(
    { id: '0123456789abcdef', publish: sent, unread: [], outOfOrder, receivedAtMs: 0 },
    { ...all, ...options },
  );
}

describe('messages of a publish', () => {
  it('the topic is location/device/channel as far as they apply', () => {
    const topics = (output: StreamMessageOptions['output']) => messages({ output }).map(({ topic }) => topic);
    assert.deepEqual(topics('publish'), ['place/d']);
    assert.deepEqual(topics('channel'), ['place/d/meter', 'place/d/device']);
    assert.deepEqual(topics('reading'), ['place/d/meter/telemetry/currentA', 'place/d/device/telemetry/rssi']);
  });

  it('the topic begins with what people call the device, as one level, where that is chosen', () => {
    const topics = (name?: string) =>
      (['publish', 'channel', 'reading'] as const).map(
        (output) =>
          messages({ output, topicBy: 'name', namesOf: () => (name === undefined ? {} : { name }) })[0]?.topic,
      );
    assert.deepEqual(topics('Kitchen'), ['Kitchen', 'Kitchen/meter', 'Kitchen/meter/telemetry/currentA']);
    assert.deepEqual(topics('AC/DC #1 + pump'), [
      'AC-DC -1 - pump',
      'AC-DC -1 - pump/meter',
      'AC-DC -1 - pump/meter/telemetry/currentA',
    ]);
    assert.deepEqual(topics()[1], 's/meter');
  });

  it('statistics are stored next to their value', () => {
    const payload = messages({})[0]?.payload as Record<string, unknown>;
    assert.equal(payload['meter.telemetry.currentA'], 5);
    assert.equal(payload['meter.telemetry.currentA.max'], 6);
  });

  it('the tree of a channel is the received data', () => {
    assert.equal(messages({ output: 'channel', shape: 'tree' })[0]?.payload, publish.meter);
  });

  it('a publish without any wanted channel gives no message', () => {
    for (const output of ['publish', 'channel', 'reading'] as const)
      assert.deepEqual(messages({ output, channels: ['evse'] }), []);
  });

  it('a device is selected by what the directory says of a text, its id in any letter case', () => {
    const namedDevice = (text: string) => (text === 'Pump' ? 'D' : undefined);
    assert.equal(messages({ devices: ['Pump'], namedDevice }).length, 1);
    assert.deepEqual(messages({ devices: ['Fan'], namedDevice }), []);
  });

  it('a device is selected by its id or its serial number', () => {
    assert.equal(messages({ devices: ['d'] }).length, 1);
    assert.equal(messages({ devices: ['s'] }).length, 1);
    assert.equal(messages({ devices: [' D '] }).length, 1);
    assert.deepEqual(messages({ devices: ['other'] }), []);
  });

  it('a late publish is marked in every form', () => {
    for (const output of ['publish', 'channel', 'reading'] as const)
      for (const { outOfOrder } of messages({ output }, true)) assert.equal(outOfOrder, true);
    assert.equal('outOfOrder' in (messages({})[0] ?? {}), false);
  });

  it('by exception, only channels with a change are sent', () => {
    const changed = createReportByException({});
    assert.equal(messages({ output: 'channel', changed }).length, 2);
    const next = { ...publish, device: { telemetry: { rssi: { val: -61 } } } } as unknown as StreamPublish;
    assert.deepEqual(
      messages({ output: 'channel', changed }, false, next).map(({ channel }) => channel),
      ['device'],
    );
  });

  it('by exception, a part without readings, such as a captured waveform, is always sent', () => {
    const changed = createReportByException({});
    const event = { ...publish, meter: { events: { waveformCaptured: [1, 2] } }, device: undefined };
    for (let round = 0; round < 2; round++)
      assert.equal(messages({ output: 'channel', changed }, false, event as unknown as StreamPublish).length > 0, true);
  });

  it('lists and dead bands are comma-separated', () => {
    assert.deepEqual(listOf(' a, b ,,c '), ['a', 'b', 'c']);
    assert.deepEqual(deadBandsOf('a.b = 0.5, c=2'), { 'a.b': 0.5, c: 2 });
    assert.deepEqual(deadBandsOf(''), {});
  });
});
