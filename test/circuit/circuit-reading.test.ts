import assert from 'node:assert/strict';
import { circuitReading, effectiveState } from '../../src/circuit';
import { normalizePosition } from '../../src/client';

const nowMs = 1_000_000_000;
const nowS = nowMs / 1000;
const month = 30 * 86_400;
const read = (data: Parameters<typeof circuitReading>[0]) =>
  circuitReading(data, { serviceNowMs: nowMs, readAgeMs: 5, normalize: normalizePosition });
const handles = (main: unknown, remote: unknown, ts = nowS - month) => ({
  metadata: { mainHandlePosition: { val: main, ts } },
  settings: { remoteHandlePosition: { val: remote, ts } },
});

describe('what the latest device data tell of a circuit (spec 2.6)', () => {
  it('a handle that nobody moved for a month is known all the same while the device is connected', () => {
    const reading = read({
      breaker: handles(true, true),
      device: { metadata: { isConnected: { val: true, ts: nowS - month } } },
    });
    assert.equal(effectiveState(reading).state, 'live');
  });

  it('the time of the connection is its age, by the clock of the service', () => {
    const { connected, connectionAgeMs } = read({
      device: { metadata: { isConnected: { val: false, ts: nowS - 7 } } },
    });
    assert.deepEqual([connected, connectionAgeMs], [false, 7_000]);
  });

  it('the newest report of any channel counts', () => {
    const telemetry = (ageS: number) => ({ telemetry: { ts: nowS - ageS } });
    const { reportAgeMs } = read({ meter: telemetry(300), thermometer: telemetry(20), accelerometer: telemetry(900) });
    assert.equal(reportAgeMs, 20_000);
  });

  it('a clock of the service that is a little ahead makes no negative age of what is shown', () => {
    const reading = read({ device: { metadata: { isConnected: { val: false, ts: nowS + 9 } } } });
    assert.deepEqual(effectiveState(reading), { state: 'no-connection', forMs: 0 });
  });

  for (const data of [
    {},
    { breaker: null, device: null, meter: null },
    { breaker: {}, device: {}, meter: {} },
    { breaker: { metadata: null, settings: null }, device: { metadata: null } },
    { breaker: handles(null, undefined), device: { metadata: { isConnected: null } } },
    { breaker: handles('feedback mismatch', 1), device: { metadata: { isConnected: { val: 'yes', ts: 'now' } } } },
  ])
    it(`what is missing, null or another word is not known: ${JSON.stringify(data)}`, () => {
      const reading = read(data as never);
      assert.deepEqual(reading, { remoteHandle: 'unknown', mainHandle: 'unknown', readAgeMs: 5 });
      assert.equal(effectiveState(reading).state, 'unknown');
    });

  it('every spelling of a position is read', () => {
    const { remoteHandle, mainHandle } = read({ breaker: handles('OPEN', 'close') });
    assert.deepEqual([remoteHandle, mainHandle], ['closed', 'open']);
  });
});
