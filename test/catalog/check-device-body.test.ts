import assert from 'node:assert/strict';
import type { OperationId } from '../../src/catalog';
import { problemsOf } from './problems-of';

const path = { deviceId: 'd-1' };
const noon = '2026-01-31T12:00:00Z';

function create(id: OperationId, body: unknown): string[] {
  return problemsOf(id, { body });
}

function onDevice(id: OperationId, body: unknown): string[] {
  return problemsOf(id, { path, body });
}

describe('spec 4.1 token', () => {
  it('clientId and clientSecret are required, 256 characters each at most', () => {
    const max = 'x'.repeat(256);
    assert.deepEqual(create('token.create', { clientId: max, clientSecret: max }), []);
    assert.deepEqual(create('token.create', { clientId: `${max}x`, clientSecret: `${max}x` }), [
      'clientId: maxLength',
      'clientSecret: maxLength',
    ]);
    assert.deepEqual(create('token.create', {}), ['clientId: required', 'clientSecret: required']);
  });
});

describe('spec 4.2 and 4.9 webhooks', () => {
  const ids = [
    'deviceWebhooks.create',
    'userPermissionWebhooks.create',
    'deviceOverrideEventWebhooks.create',
    'shareDeviceCodeWebhooks.create',
  ] as const;
  for (const id of ids)
    it(`${id}: an http uri of 256 characters at most, headers of one line`, () => {
      const uri = `https://example.com/${'x'.repeat(236)}`;
      assert.equal(uri.length, 256);
      assert.deepEqual(create(id, { uri, additionalHttpHeaders: { 'X-Secret': 's' } }), []);
      assert.deepEqual(create(id, { uri: `${uri}x` }), ['uri: maxLength']);
      assert.deepEqual(create(id, { uri: 'ftp://example.com' }), ['uri: pattern (assumed)']);
      assert.deepEqual(create(id, {}), ['uri: required']);
      assert.deepEqual(create(id, { uri, additionalHttpHeaders: { a: 'x\r\nHost: y', b: 1 } }), [
        'additionalHttpHeaders.a: pattern',
        'additionalHttpHeaders.b: type',
      ]);
    });
});

describe('spec 4.2 devices', () => {
  it('a change names something to change', () => {
    assert.deepEqual(onDevice('devices.update', {}), [': empty']);
    assert.deepEqual(onDevice('devices.update', undefined), [': empty']);
    assert.deepEqual(onDevice('devices.update', { locationId: 'l-1' }), []);
    assert.deepEqual(onDevice('devices.update', { loadDetails: { type: 'heat-pump', modelName: 'M' } }), []);
    assert.deepEqual(onDevice('devices.update', { loadDetails: { colour: 'red' } }), ['loadDetails.colour: unknown']);
  });
});

describe('spec 4.3 remote handle', () => {
  const set = (body: unknown) => onDevice('remoteHandle.setPosition', body);

  it('command and reason are required', () => {
    assert.deepEqual(set({}), ['command: required', 'reason: required']);
    assert.deepEqual(set({ command: 'close', reason: 'r' }), []);
    assert.deepEqual(set({ command: 'OPEN', reason: '' }), ['command: enum', 'reason: minLength']);
  });

  it('secondsUntilReset is 0 or 10..3600', () => {
    for (const secondsUntilReset of [0, 10, 3600])
      assert.deepEqual(set({ command: 'open', reason: 'r', secondsUntilReset }), []);
    for (const secondsUntilReset of [1, 9])
      assert.deepEqual(set({ command: 'open', reason: 'r', secondsUntilReset }), ['secondsUntilReset: tooShort']);
    assert.deepEqual(set({ command: 'open', reason: 'r', secondsUntilReset: 3601 }), ['secondsUntilReset: maximum']);
    assert.deepEqual(set({ command: 'open', reason: 'r', secondsUntilReset: -1 }), ['secondsUntilReset: minimum']);
    assert.deepEqual(set({ command: 'open', reason: 'r', secondsUntilReset: 10.5 }), ['secondsUntilReset: type']);
  });

  it('secondsUntilReset is only valid with open, 0 too', () => {
    assert.deepEqual(set({ command: 'close', reason: 'r', secondsUntilReset: 60 }), [
      'secondsUntilReset: onlyWithOpen',
    ]);
    assert.deepEqual(set({ command: 'close', reason: 'r', secondsUntilReset: 0 }), ['secondsUntilReset: onlyWithOpen']);
    assert.deepEqual(set({ command: 'close', reason: 'r', secondsUntilReset: 5 }), [
      'secondsUntilReset: onlyWithOpen',
      'secondsUntilReset: tooShort',
    ]);
  });
});

describe('spec 2.3 and 4.3 settings', () => {
  it('waveform thresholds stay in their ranges, and both ends are in', () => {
    const set = (body: unknown) => onDevice('waveformConfiguration.set', body);
    const ranges: [string, number, number][] = [];
    for (const phase of ['p0', 'p1'])
      ranges.push(
        [`${phase}OvercurrentDuration`, 50, 200],
        [`${phase}mAOvercurrent`, 1, 100_000],
        [`${phase}SagDuration`, 50, 200],
        [`${phase}mVSag`, 0, 120_000],
        [`${phase}SwellDuration`, 50, 200],
        [`${phase}mVSwell`, 120_000, 200_000],
      );
    ranges.push(['samplesAfterTrigger', 1, 199], ['samplesAfterTriggerFastRMS', 1, 254]);
    for (const [field, min, max] of ranges) {
      assert.deepEqual(set({ [field]: min }), []);
      assert.deepEqual(set({ [field]: max }), []);
      assert.deepEqual(set({ [field]: min - 1 }), [`${field}: minimum`]);
      assert.deepEqual(set({ [field]: max + 1 }), [`${field}: maximum`]);
    }
    assert.equal(ranges.length, 14);
    assert.deepEqual(set({}), []);
    assert.deepEqual(set({ pAmVSag: 1, p2mVSag: 1 }), ['p2mVSag: unknown', 'pAmVSag: unknown']);
  });

  it('load present threshold is at least 1 mA', () => {
    assert.deepEqual(onDevice('loadPresentThreshold.set', { loadPresentThreshold: 1 }), []);
    assert.deepEqual(onDevice('loadPresentThreshold.set', { loadPresentThreshold: 0 }), [
      'loadPresentThreshold: minimum',
    ]);
  });

  it('alignment and mode are of their sets', () => {
    assert.deepEqual(onDevice('telemetryAlignment.set', { alignment: 'clock' }), []);
    assert.deepEqual(onDevice('telemetryAlignment.set', { alignment: 'hour' }), ['alignment: enum']);
    assert.deepEqual(onDevice('bargraphMode.set', { mode: 'track-meter-data' }), []);
    assert.deepEqual(onDevice('bargraphMode.set', { mode: 'off' }), ['mode: enum']);
  });

  it('all five colors are required, 0..255 each', () => {
    const color = { red: 0, green: 128, blue: 255 };
    const all = { led1: color, led2: color, led3: color, led4: color, led5: color };
    assert.deepEqual(onDevice('bargraphColors.set', all), []);
    assert.deepEqual(onDevice('bargraphColors.set', { led1: color }), [
      'led2: required',
      'led3: required',
      'led4: required',
      'led5: required',
    ]);
    assert.deepEqual(onDevice('bargraphColors.set', { ...all, led3: { red: -1, green: 256 } }), [
      'led3.blue: required',
      'led3.green: maximum',
      'led3.red: minimum',
    ]);
  });

  it('a UDP key is assigned with a priority', () => {
    assert.deepEqual(onDevice('udpKeys.assign', { keyId: 'k-1', priority: 'secondary' }), []);
    assert.deepEqual(onDevice('udpKeys.assign', { priority: 'third' }), ['keyId: required', 'priority: enum']);
  });
});

describe('spec 4.3 and 8 meter history', () => {
  const check = (query: unknown) => problemsOf('meter.history', { path, query, page: { offset: 0, limit: 1 } });

  it('startTime is required, both are date-times', () => {
    assert.deepEqual(check({}), ['startTime: required']);
    assert.deepEqual(check({ startTime: noon }), []);
    assert.deepEqual(check({ startTime: '2026-02-30T00:00:00Z', endTime: 'now' }), [
      'endTime: format',
      'startTime: format',
    ]);
  });

  it('the end is after the start, at most 6 months', () => {
    assert.deepEqual(check({ startTime: noon, endTime: noon }), ['endTime: order']);
    assert.deepEqual(check({ startTime: '2026-01-15T00:00:00Z', endTime: '2026-07-15T00:00:00Z' }), []);
    assert.deepEqual(check({ startTime: '2026-01-15T00:00:00Z', endTime: '2026-07-15T00:00:01Z' }), [
      'endTime: range (assumed)',
    ]);
  });

  it('instants are compared, not texts', () =>
    assert.deepEqual(check({ startTime: '2026-01-15T10:00:00+05:00', endTime: '2026-01-15T06:00:00Z' }), []));
});
