import assert from 'node:assert/strict';
import type { InputOf } from '../../../src/catalog';
import type { ConfiguredWindow } from '../../../src/simulator/charging/charge-windows';
import { moveMainHandle } from '../../../src/simulator/operate-handle';
import { ids } from '../small-state';
import { hour, minute, refused, type SmallService, second, smallService, start } from './small-service';

type Change = InputOf<'evse.updateConfiguration'>['body'];
const path = { deviceId: ids.charger };

function change(service: SmallService, body: Change) {
  return service.call('org', 'evse.updateConfiguration', { path, body });
}

function configuration(service: SmallService) {
  return service.call('org', 'evse.getConfiguration', { path });
}

function control(service: SmallService) {
  return service.call('org', 'evse.control', { path });
}

function charger(service: SmallService) {
  const { evse } = service.deviceOf(ids.charger);
  assert.ok(evse);
  return evse;
}

const free = { enabled: true, authorized: true, restrictions: { maxCurrent: 0, maxEnergy: 0 } };
const blocked = { ...free, enabled: false, authorized: false };

describe('spec 4.7 EVSE configuration', () => {
  it('a change is acknowledged at once and reads back two seconds later', async () => {
    const service = smallService();
    const answer = change(service, { mode: 'cloud-api' });
    assert.equal(answer.mode, 'cloud-api');
    assert.equal(configuration(service).mode, 'no-restrictions');
    await service.advance(2 * second - 1);
    assert.equal(configuration(service).mode, 'no-restrictions');
    await service.advance(1);
    assert.equal(configuration(service).mode, 'cloud-api');
    assert.deepEqual(
      service.happenings.map(({ type }) => type),
      ['evse-changed'],
    );
  });

  it('only what is named changes', async () => {
    const service = smallService();
    change(service, { configuration: { apiConfiguration: { restrictions: { maxCurrent: 16 } } } });
    await service.advance(2 * second);
    change(service, { configuration: { apiConfiguration: { enabled: false } } });
    change(service, { configuration: { apiConfiguration: { restrictions: { maxEnergy: 5000 } } } });
    await service.advance(2 * second);
    const { mode, configuration: parts } = configuration(service);
    assert.equal(mode, 'no-restrictions');
    assert.deepEqual(parts?.apiConfiguration, { enabled: false, restrictions: { maxCurrent: 16, maxEnergy: 5000 } });
    assert.deepEqual(parts?.offlineConfiguration, { mode: 'no-restrictions' });
    assert.deepEqual(parts?.manualOverrideConfiguration, { featureEnabled: false });
  });

  it('spec 8: maxCurrent is 0 or from 6 up, and 1 to 5 are refused by field', () => {
    const service = smallService();
    const restrictions = { maxCurrent: 5 };
    refused(
      400,
      () => change(service, { configuration: { apiConfiguration: { restrictions } } }),
      'configuration.apiConfiguration.restrictions.maxCurrent',
    );
    const edge = { start: { day: 'monday', time: '0100' }, stop: { day: 'monday', time: '0500' } } as const;
    refused(
      400,
      () => change(service, { configuration: { windowConfiguration: { windows: [edge, { ...edge, restrictions }] } } }),
      'configuration.windowConfiguration.windows[1].restrictions.maxCurrent',
    );
    for (const maxCurrent of [0, 6, 32])
      change(service, { configuration: { apiConfiguration: { restrictions: { maxCurrent } } } });
  });

  it('spec 7, 400: update when the device uses OCPP', () => {
    const service = smallService();
    charger(service).ocppChargePointId = 'charge-point';
    refused(400, () => change(service, { mode: 'cloud-api' }));
    assert.equal(configuration(service).mode, 'ocpp');
  });

  it('spec 7, 400: update when the device takes part in an override event', () => {
    const service = smallService();
    const { code = '' } = service.call('org', 'shareDeviceCodes.create', { body: { deviceId: ids.charger } });
    service.call('other', 'shareDeviceCodes.claim', { path: { code } });
    const eventId = String(service.call('other', 'overrideEvents.create', { body: {} }).id);
    const sharedDeviceIds = [String(service.state.shareCodes[0]?.sharedDeviceId)];
    service.call('other', 'overrideEvents.addParticipations', { path: { eventId }, body: { sharedDeviceIds } });
    refused(400, () => change(service, { mode: 'cloud-api' }));
    service.call('org', 'overrideEvents.optOut', { path: { eventId }, body: { sharedDeviceIds } });
    change(service, { mode: 'cloud-api' });
  });

  it('an update needs the device online, and names something', () => {
    const service = smallService();
    refused(400, () => change(service, {}));
    service.deviceOf(ids.charger).online = false;
    refused(503, () => change(service, { mode: 'cloud-api' }));
  });

  it('a charger of another organization is not found', () => {
    const service = smallService();
    refused(404, () => service.call('other', 'evse.state', { path }));
    refused(404, () => service.call('other', 'evse.updateConfiguration', { path, body: { mode: 'cloud-api' } }));
  });
});

describe('spec 4.7 EVSE control: what is applied now', () => {
  async function applied(body: Change, afterMs = 0) {
    const service = smallService();
    change(service, body);
    await service.advance(2 * second + afterMs);
    return control(service);
  }
  const apiConfiguration = { enabled: true, restrictions: { maxCurrent: 10, maxEnergy: 4000 } };

  it('no-restrictions and api-override-enable charge freely, api-override-disable does not charge', async () => {
    const configuration = { apiConfiguration: { ...apiConfiguration, enabled: false } };
    assert.deepEqual(await applied({ mode: 'no-restrictions', configuration }), free);
    assert.deepEqual(await applied({ mode: 'api-override-enable', configuration }), free);
    assert.deepEqual(await applied({ mode: 'api-override-disable', configuration: { apiConfiguration } }), blocked);
  });

  it('cloud-api applies the API configuration', async () => {
    assert.deepEqual(await applied({ mode: 'cloud-api', configuration: { apiConfiguration } }), {
      enabled: true,
      authorized: true,
      restrictions: apiConfiguration.restrictions,
    });
    const off = { apiConfiguration: { ...apiConfiguration, enabled: false } };
    assert.equal((await applied({ mode: 'cloud-api', configuration: off })).enabled, false);
  });

  it('charge-windows applies the window that is open, by day and time in UTC, across the end of the week', async () => {
    const windows: ConfiguredWindow[] = [
      {
        start: { day: 'thursday', time: '1230' },
        stop: { day: 'thursday', time: '1300' },
        restrictions: { maxCurrent: 8 },
      },
      { start: { day: 'saturday', time: '2300' }, stop: { day: 'sunday', time: '0200' } },
    ];
    const body = { mode: 'charge-windows', configuration: { windowConfiguration: { windows } } } as const;
    const lag = 2 * second;
    assert.equal((await applied(body, 30 * minute - lag - 1)).enabled, false);
    const inside = await applied(body, 30 * minute - lag);
    assert.deepEqual(inside, { enabled: true, authorized: true, restrictions: { maxCurrent: 8, maxEnergy: 0 } });
    assert.equal((await applied(body, hour - lag)).enabled, false);
    const saturdayMidnight = Date.UTC(2026, 0, 18) - start;
    assert.deepEqual(await applied(body, saturdayMidnight - lag), free);
    assert.equal((await applied(body, saturdayMidnight + 2 * hour - lag)).enabled, false);
  });

  it('a charger that is offline goes by its offline configuration', async () => {
    for (const [mode, enabled] of [
      ['no-restrictions', true],
      ['no-change', false],
    ] as const) {
      const service = smallService();
      change(service, { mode: 'api-override-disable', configuration: { offlineConfiguration: { mode } } });
      await service.advance(2 * second);
      service.deviceOf(ids.charger).online = false;
      assert.equal(control(service).enabled, enabled);
    }
  });
});

describe('spec 4.7 EVSE state', () => {
  const stateOf = (service: SmallService) => service.call('org', 'evse.state', { path });

  it('follows the car, the configuration and the error', async () => {
    const service = smallService();
    assert.equal(stateOf(service).state?.val, 'idle');
    service.state.plugSessions.push({
      id: 'session',
      deviceId: ids.charger,
      startedAt: start,
      neededWh: 500,
      carMaxA: 32,
      draw: [],
      chargeSessions: [],
    });
    await service.advance(minute);
    assert.deepEqual(stateOf(service).state, { val: 'C', ts: start / 1000 });
    change(service, { mode: 'api-override-disable' });
    await service.advance(minute);
    assert.equal(stateOf(service).state?.val, 'B1');
    change(service, { mode: 'no-restrictions' });
    await service.advance(hour);
    assert.equal(stateOf(service).state?.val, 'B2');
    assert.deepEqual(stateOf(service).currentError?.val, { type: 'NO_ERROR', description: 'NO_ERROR' });
    assert.equal(stateOf(service).permanentErrorFlag?.val, false);
    charger(service).permanentError = true;
    assert.equal(stateOf(service).state?.val, 'F');
  });

  it('no current flows while the main handle is open', async () => {
    const service = smallService();
    service.state.plugSessions.push({
      id: 'session',
      deviceId: ids.charger,
      startedAt: start,
      neededWh: 50_000,
      carMaxA: 32,
      draw: [],
      chargeSessions: [],
    });
    await service.advance(minute);
    moveMainHandle(service.context, service.deviceOf(ids.charger), 'open', 'manual');
    await service.advance(minute);
    assert.equal(stateOf(service).state?.val, 'B2');
    const [session] = service.state.plugSessions;
    assert.deepEqual(session?.draw, [
      { at: start, amps: 32 },
      { at: start + minute, amps: 0 },
    ]);
  });
});
