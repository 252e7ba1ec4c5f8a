import assert from 'node:assert/strict';
import { type ConfigurationRead, effectiveMode, type ModeCircumstances } from '../../src/charging';

const atMs = Date.UTC(2026, 0, 16, 23);
const at: ModeCircumstances = { atMs, timeZone: 'UTC', connected: true, overrideEvent: false };
const night = {
  start: { day: 'friday', time: '2200' },
  stop: { day: 'saturday', time: '0600' },
  restrictions: { maxCurrent: 16, maxEnergy: 0 },
};

function read(mode: string, configuration: ConfigurationRead['configuration'] = {}): ConfigurationRead {
  return { mode, configuration };
}

function reasons(configuration: ConfigurationRead, circumstances: Partial<ModeCircumstances> = {}) {
  return effectiveMode(configuration, { ...at, ...circumstances }).reasons;
}

describe('spec 2.11, 4.7 the effective mode', () => {
  it('each mode that can be set says whether charging is allowed, and why', () => {
    const decided = (configuration: ConfigurationRead) => {
      const { charging, reasons: why } = effectiveMode(configuration, at);
      return [charging, ...why];
    };
    assert.deepEqual(decided(read('no-restrictions')), [true, 'free']);
    assert.deepEqual(decided(read('api-override-enable')), [true, 'overrideEnable']);
    assert.deepEqual(decided(read('api-override-disable')), [false, 'overrideDisable']);
    assert.deepEqual(decided(read('cloud-api', { apiConfiguration: { enabled: true } })), [true, 'apiEnabled']);
    assert.deepEqual(decided(read('cloud-api')), [false, 'apiDisabled']);
    assert.deepEqual(decided(read('charge-windows')), [false, 'noWindows']);
  });

  it('limits are spelled out: 0 is no limit', () => {
    const { maxCurrent, maxEnergy } = effectiveMode(
      read('cloud-api', { apiConfiguration: { enabled: true, restrictions: { maxCurrent: 0, maxEnergy: 5000 } } }),
      at,
    );
    assert.deepEqual([maxCurrent, maxEnergy], ['no-limit', 5000]);
  });

  it('in charge windows the open one counts, and it says until when', () => {
    const configuration = read('charge-windows', { windowConfiguration: { windows: [night] } });
    const open = effectiveMode(configuration, at);
    assert.deepEqual(
      [open.charging, open.window, open.maxCurrent, open.maxEnergy, open.changesAt],
      [true, 0, 16, 'no-limit', Date.UTC(2026, 0, 17, 6)],
    );
    const closed = effectiveMode(configuration, { ...at, atMs: Date.UTC(2026, 0, 16, 12) });
    assert.deepEqual([closed.charging, closed.changesAt], [false, Date.UTC(2026, 0, 16, 22)]);
  });

  it('windows that cannot be read decide nothing', () => {
    const configuration = read('charge-windows', { windowConfiguration: { windows: [{ start: 'friday' }] } });
    assert.deepEqual(reasons(configuration), ['windowsUnreadable']);
    assert.equal(effectiveMode(configuration, at).charging, undefined);
  });

  it('OCPP comes before everything else', () => {
    assert.deepEqual(reasons(read('ocpp'), { connected: false, overrideEvent: true }), ['ocpp']);
  });

  it('an override event comes before the configured mode', () => {
    assert.deepEqual(reasons(read('cloud-api'), { overrideEvent: true }), ['overrideEvent']);
  });

  it('offline it charges freely when it is configured so, and goes on as told otherwise', () => {
    const free = { offlineConfiguration: { mode: 'no-restrictions' } };
    assert.deepEqual(reasons(read('cloud-api', free), { connected: false }), ['offlineFree']);
    assert.deepEqual(reasons(read('offline-no-restrictions'), { connected: false }), ['offlineFree']);
    const keeps = { offlineConfiguration: { mode: 'no-change' } };
    assert.deepEqual(reasons(read('api-override-disable', keeps), { connected: false }), [
      'overrideDisable',
      'offlineKeeps',
    ]);
  });

  it('a person at the charger overrides the mode, and may do so where that is allowed', () => {
    const allowed = { manualOverrideConfiguration: { featureEnabled: true } };
    assert.deepEqual(reasons(read('manual-override', allowed)), ['manualOverride']);
    assert.deepEqual(reasons(read('no-restrictions', allowed)), ['free', 'manualOverridePossible']);
  });

  it('a mode of tomorrow is passed on and decides nothing', () => {
    const { mode, charging } = effectiveMode(read('vehicle-to-grid'), at);
    assert.deepEqual([mode, charging], ['vehicle-to-grid', undefined]);
  });
});
