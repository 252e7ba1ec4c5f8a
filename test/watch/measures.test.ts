import assert from 'node:assert/strict';
import { type Fact, type MeasureName, measures, observationOf } from '../../src/watch';

const nowMs = 1_700_000_000_000;
const ts = nowMs / 1_000 - 5;
const at = { subject: 'd', readAtMs: nowMs, oldMs: 600_000 } as const;
const factsOf = (values: Readonly<Record<string, Fact['value']>>, when = ts) =>
  new Map(Object.entries(values).map(([path, value]) => [path, { value, ts: when }]));
const meter = (values: Readonly<Record<string, Fact['value']>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`meter.telemetry.${name}`, value]));

describe('watch: measures', () => {
  for (const [rule, name, values, expected] of [
    ['the current of each pole', 'amperes', meter({ currentA: 3, currentB: 4 }), [3, 4]],
    ['the current of its only pole', 'amperes', meter({ currentA: 0 }), [0]],
    [
      'the share of what it is rated for',
      'ratingPercent',
      { ...meter({ currentA: 16 }), 'breaker.metadata.ratedCurrent': 20 },
      [80],
    ],
    ['the voltage of each leg', 'volts', meter({ voltageAN: 120, voltageBN: 121 }), [120, 121]],
    ['the strength of the radio', 'radio', { 'device.telemetry.rssi': -71 }, [-71]],
    ['the connection in words', 'connection', { 'device.metadata.isConnected': false }, 'offline'],
    ['the hand lever in words', 'handLever', { 'breaker.metadata.mainHandlePosition': false }, 'open'],
    ['the state of a charger as the service has it', 'charger', { 'evse.metadata.state': 'idle' }, 'idle'],
  ] as const satisfies readonly (readonly [string, MeasureName, Record<string, Fact['value']>, unknown])[])
    it(`reads ${rule}`, () => {
      const read = observationOf(name, factsOf(values), at);
      assert.deepEqual(read !== undefined && 'value' in read ? read.value : read, expected);
    });

  for (const [rule, name, values] of [
    ['an unknown rating gives no share of it', 'ratingPercent', meter({ currentA: 16 })],
    [
      'a rating of nothing gives no share of it',
      'ratingPercent',
      { ...meter({ currentA: 16 }), 'breaker.metadata.ratedCurrent': 0 },
    ],
    ['a text is no current', 'amperes', meter({ currentA: '3' })],
    ['a pole that cannot be read makes the whole unread', 'amperes', meter({ currentA: 3, currentB: 'x' })],
    ['a connection that is neither true nor false is unread', 'connection', { 'device.metadata.isConnected': 'yes' }],
  ] as const satisfies readonly (readonly [string, MeasureName, Record<string, Fact['value']>])[])
    it(rule, () => assert.deepEqual(observationOf(name, factsOf(values), at), { subject: 'd' }));

  it('a publish without the measure says nothing of it', () =>
    assert.equal(observationOf('amperes', factsOf({ 'device.telemetry.rssi': -60 }), at), undefined));

  it('a number is of its own time, and one that is too old is a silence', () => {
    const facts = (when: number) => factsOf(meter({ currentA: 3 }), when);
    assert.deepEqual(observationOf('amperes', facts(ts), at), { subject: 'd', value: [3], atMs: ts * 1_000 });
    const silence = { subject: 'd', code: 'OLD_READING' };
    assert.deepEqual(observationOf('amperes', facts(ts - 600), at), silence);
  });

  it('a state holds at the time of the read, whenever it changed', () => {
    const facts = factsOf({ 'breaker.metadata.mainHandlePosition': true }, ts - 1_000_000);
    assert.deepEqual(observationOf('handLever', facts, at), { subject: 'd', value: 'closed', atMs: nowMs });
  });

  it('the last state of a device without a connection is not its state', () => {
    const facts = factsOf({ 'breaker.metadata.mainHandlePosition': true, 'device.metadata.isConnected': false });
    assert.deepEqual(observationOf('handLever', facts, at), { subject: 'd', code: 'DEVICE_OFFLINE' });
  });

  it('what is published at a change holds', () => {
    const facts = factsOf({ 'breaker.metadata.mainHandlePosition': true });
    const read = observationOf('handLever', facts, { ...at, holds: true });
    assert.equal(read !== undefined && 'holds' in read && read.holds, true);
  });

  it('the bounds of a sensor hold all that it can tell', () => {
    for (const measure of Object.values(measures))
      if (measure.kind === 'number') assert.ok(measure.least < measure.most);
  });
});
