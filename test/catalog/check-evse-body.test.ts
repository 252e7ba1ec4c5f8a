import assert from 'node:assert/strict';
import type { OperationId } from '../../src/catalog';
import { problemsOf } from './problems-of';

const path = { deviceId: 'd-1' };

function onDevice(id: OperationId, body: unknown): string[] {
  return problemsOf(id, { path, body });
}

describe('spec 4.7 EVSE configuration', () => {
  const change = (body: unknown) => onDevice('evse.updateConfiguration', body);
  const api = (restrictions: object) => change({ configuration: { apiConfiguration: { restrictions } } });
  const window = { start: { day: 'sunday', time: '2200' }, stop: { day: 'monday', time: '0600' } };
  const charging = (...windows: unknown[]) => change({ configuration: { windowConfiguration: { windows } } });

  it('names something to change', () => assert.deepEqual(change({}), [': empty']));

  it('only modes that can be set are taken', () => {
    for (const mode of [
      'no-restrictions',
      'cloud-api',
      'charge-windows',
      'api-override-enable',
      'api-override-disable',
    ])
      assert.deepEqual(change({ mode }), []);
    for (const mode of ['ocpp', 'manual-override', 'offline-no-restrictions'])
      assert.deepEqual(change({ mode }), ['mode: enum (assumed)', 'mode: readOnly']);
  });

  it('a mode that nobody knows is sent, with a warning', () =>
    assert.deepEqual(change({ mode: 'grid-balancing' }), ['mode: enum (assumed)']));

  it('maxCurrent is 0 or 6..32: 1..5 is refused', () => {
    const field = 'configuration.apiConfiguration.restrictions.maxCurrent';
    for (const maxCurrent of [0, 6, 16, 32]) assert.deepEqual(api({ maxCurrent }), []);
    for (const maxCurrent of [1, 2, 3, 4, 5]) assert.deepEqual(api({ maxCurrent }), [`${field}: tooLow`]);
    assert.deepEqual(api({ maxCurrent: 33 }), [`${field}: maximum (assumed)`]);
    assert.deepEqual(api({ maxCurrent: -1 }), [`${field}: minimum`]);
    assert.deepEqual(api({ maxCurrent: 0.5 }), [`${field}: tooLow`]);
    assert.deepEqual(api({ maxCurrent: 6.5 }), []);
    for (const maxCurrent of ['16', '0', null]) assert.deepEqual(api({ maxCurrent }), [`${field}: type`]);
  });

  it('maxEnergy is 0..200000 Wh', () => {
    assert.deepEqual(api({ maxEnergy: 0 }), []);
    assert.deepEqual(api({ maxEnergy: 200_000 }), []);
    assert.deepEqual(api({ maxEnergy: 200_001 }), [
      'configuration.apiConfiguration.restrictions.maxEnergy: maximum (assumed)',
    ]);
  });

  it('a window has days in small letters and times as HHMM', () => {
    assert.deepEqual(charging(window), []);
    const at = 'configuration.windowConfiguration.windows[1]';
    assert.deepEqual(charging(window, { ...window, start: { day: 'Sunday', time: '22:00' } }), [
      `${at}.start.day: enum`,
      `${at}.start.time: pattern`,
    ]);
    for (const time of ['2400', '1260', '900', '09000', ''])
      assert.deepEqual(charging(window, { ...window, stop: { day: 'friday', time } }), [`${at}.stop.time: pattern`]);
  });

  it('1..5 A is refused in every window too', () =>
    assert.deepEqual(
      charging(
        { ...window, restrictions: { maxCurrent: 5 } },
        { ...window, restrictions: { maxCurrent: 6 } },
        { ...window, restrictions: { maxCurrent: 1 } },
      ),
      [
        'configuration.windowConfiguration.windows[0].restrictions.maxCurrent: tooLow',
        'configuration.windowConfiguration.windows[2].restrictions.maxCurrent: tooLow',
      ],
    ));
});
