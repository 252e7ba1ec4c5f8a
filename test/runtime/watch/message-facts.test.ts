import assert from 'node:assert/strict';
import { flatPublish, type ReceivedPublish, splitChannels, splitReadings } from '../../../src/receiver';
import { flatDeviceData, flatMeter } from '../../../src/runtime';
import { factsOfMessage } from '../../../src/runtime/watch';

const publish = {
  deviceId: 'd1',
  serialNumber: 's1',
  schemaVersion: '1',
  transactionId: 't',
  ts: 1_700_000_000,
  meter: { telemetry: { currentA: { val: 12, min: 11, max: 13, avg: 12 }, ts: 1_699_999_990 } },
  breaker: { metadata: { mainHandlePosition: { val: false, ts: 1_699_000_000 } } },
} as unknown as ReceivedPublish['publish'];
const envelope = { deviceId: 'd1', serialNumber: 's1', transactionId: 't', ts: 1_700_000_000 };
const current = 'meter.telemetry.currentA';
const now = 1_800_000_000;

const currentOf = (msg: Record<string, unknown>) => factsOfMessage(msg, now)[0]?.facts.get(current);

describe('watch: facts of messages', () => {
  it('a publish tells its values, as a tree and flat', () => {
    assert.deepEqual(currentOf({ ...envelope, payload: publish }), { value: 12, ts: 1_699_999_990 });
    assert.deepEqual(currentOf({ ...envelope, payload: flatPublish(publish) }), { value: 12, ts: 1_700_000_000 });
    const [told] = factsOfMessage({ ...envelope, payload: publish }, now);
    assert.deepEqual([told?.device, told?.isPublish], ['d1', true]);
    assert.equal(told?.facts.get('breaker.metadata.mainHandlePosition')?.value, false);
  });

  it('a channel tells its values, as a tree and flat', () => {
    const part = splitChannels(publish).find(({ channel }) => channel === 'meter');
    assert.equal(currentOf({ ...envelope, channel: 'meter', payload: part?.data })?.value, 12);
    const { breaker: _breaker, ...only } = publish as unknown as Record<string, unknown>;
    assert.equal(currentOf({ ...envelope, channel: 'meter', payload: flatPublish(only as never) })?.value, 12);
  });

  it('a single reading tells its value', () => {
    const reading = splitReadings(publish).find(({ path }) => path === current);
    assert.deepEqual(currentOf({ ...envelope, payload: reading }), { value: 12, ts: 1_699_999_990 });
  });

  it('a reading of a meter tells its values, flat and as a record, of one device and of several', () => {
    const record = { currentA: { val: 7 }, energy: { deliveredWH: 100 }, ts: 1_700_000_000 };
    const flat = { deviceId: 'd1', ...flatMeter(record, 'base') };
    assert.deepEqual(currentOf({ payload: flat }), { value: 7, ts: 1_700_000_000 });
    assert.deepEqual(currentOf({ deviceId: 'd1', payload: record }), { value: 7, ts: 1_700_000_000 });
    assert.equal(
      factsOfMessage({ payload: flat }, now)[0]?.facts.get('meter.telemetry.energy.deliveredWH')?.value,
      100,
    );
    const several = factsOfMessage({ payload: [flat, { ...flat, deviceId: 'd2' }] }, now);
    assert.deepEqual(
      several.map(({ device, isPublish }) => [device, isPublish]),
      [
        ['d1', false],
        ['d2', false],
      ],
    );
  });

  it('what meter-read tells of several devices is that of each', () => {
    const results = [
      { deviceId: 'd1', currentA: 1 },
      { deviceId: 'd2', error: { code: 'TIMEOUT' } },
      { deviceId: 'd3', currentA: 3 },
    ];
    const told = factsOfMessage({ payload: { requested: 3, succeeded: 2, results } }, now);
    assert.deepEqual(
      told.map(({ device, facts }) => [device, facts.get(current)?.value]),
      [
        ['d1', 1],
        ['d3', 3],
      ],
    );
  });

  it('a message for people tells what its record tells', () => {
    assert.equal(currentOf({ ...envelope, payload: 'Rack: 12 A at 14:31.', event: publish })?.value, 12);
    assert.deepEqual(factsOfMessage({ ...envelope, payload: 'Rack: 12 A at 14:31.' }, now), []);
  });

  it('device data tell their values with the time of each block', () => {
    const data = {
      thermometer: { telemetry: { temperature: { val: 41 }, ts: 1_699_999_000 } },
      device: { metadata: { isConnected: { val: true, ts: 1 } } },
    };
    const [told] = factsOfMessage({ payload: { deviceId: 'd1', ...flatDeviceData(data) } }, now);
    assert.deepEqual(told?.facts.get('thermometer.telemetry.temperature'), { value: 41, ts: 1_699_999_000 });
    assert.deepEqual(told?.facts.get('device.metadata.isConnected'), { value: true, ts: now });
  });

  it('a device that could not be read tells nothing, and the others of its list are still told', () => {
    const list = [
      { deviceId: 'd1', error: { code: 'DEVICE_OFFLINE' } },
      { deviceId: 'd2', currentA: 3 },
    ];
    assert.deepEqual(
      factsOfMessage({ payload: list }, now).map(({ device }) => device),
      ['d2'],
    );
  });

  for (const payload of [undefined, 'on', 7, {}, { currentA: 3 }, { deviceId: 'd1' }, { deviceId: 'd1', note: 'x' }])
    it(`nobody understands ${JSON.stringify(payload)}`, () => {
      assert.deepEqual(factsOfMessage({ payload }, now), []);
    });
});
