import assert from 'node:assert/strict';
import { ids } from '../small-state';
import { criterion, items, refused, type SmallService, smallService } from './small-service';

function newCentralSystem(service: SmallService, websocketBaseUrl = 'wss://ocpp.example/cs'): string {
  return service.call('app', 'ocppCentralSystems.create', { body: { websocketBaseUrl } }).id;
}

function register(
  service: SmallService,
  ocppCentralSystemId = newCentralSystem(service),
  deviceId: string = ids.charger,
) {
  return service.call('app', 'ocppChargePoints.create', {
    body: { ocppCentralSystemId, deviceId, password: 'secret' },
  });
}

describe('spec 4.9 OCPP', () => {
  it('a central system is read back until it is deleted', () => {
    const service = smallService();
    const ocppCentralSystemId = newCentralSystem(service);
    const path = { ocppCentralSystemId };
    const record = { id: ocppCentralSystemId, websocketBaseUrl: 'wss://ocpp.example/cs' };
    assert.deepEqual(service.call('app', 'ocppCentralSystems.get', { path }), record);
    assert.deepEqual(service.call('app', 'ocppCentralSystems.list'), [record]);
    service.call('app', 'ocppCentralSystems.delete', { path });
    refused(404, () => service.call('app', 'ocppCentralSystems.get', { path }));
    refused(404, () => service.call('app', 'ocppCentralSystems.delete', { path }));
  });

  it('a central system is deleted only when no charge points are registered to it', () => {
    const service = smallService();
    const ocppCentralSystemId = newCentralSystem(service);
    const { id } = register(service, ocppCentralSystemId);
    refused(400, () => service.call('app', 'ocppCentralSystems.delete', { path: { ocppCentralSystemId } }));
    service.call('app', 'ocppChargePoints.delete', { path: { ocppChargePointId: id } });
    service.call('app', 'ocppCentralSystems.delete', { path: { ocppCentralSystemId } });
  });

  it('the password of a charge point is never returned', () => {
    const service = smallService();
    const created = register(service);
    const path = { ocppChargePointId: created.id };
    const answers = [
      created,
      service.call('app', 'ocppChargePoints.get', { path }),
      service.call('app', 'ocppChargePoints.list'),
    ];
    assert.doesNotMatch(JSON.stringify(answers), /password|secret/);
    assert.equal(created.chargePointIdentifier, service.deviceOf(ids.charger).serialNumber);
    assert.equal(created.ocppCentralSystemUrl, `wss://ocpp.example/cs/${created.chargePointIdentifier}`);
  });

  it('spec 7, 503: charge point registration while the device is offline', () => {
    const service = smallService();
    service.deviceOf(ids.charger).online = false;
    refused(503, () => register(service));
    assert.deepEqual(service.call('app', 'ocppChargePoints.list'), []);
  });

  it('registration fails if the connection to the central system fails', () => {
    const service = smallService();
    refused(400, () => register(service, newCentralSystem(service, 'wss://ocpp.invalid')));
  });

  it('a charge point is an EV charger, and is registered once', () => {
    const service = smallService();
    const ocppCentralSystemId = newCentralSystem(service);
    refused(400, () => register(service, ocppCentralSystemId, ids.oven), 'deviceId');
    refused(400, () => register(service, ocppCentralSystemId, 'gone'), 'deviceId');
    refused(400, () => register(service, 'gone'), 'ocppCentralSystemId');
    register(service, ocppCentralSystemId);
    refused(400, () => register(service, ocppCentralSystemId), 'deviceId');
  });

  it('the EVSE mode reads ocpp while the device is a charge point', () => {
    const service = smallService();
    const mode = () => service.call('org', 'evse.getConfiguration', { path: { deviceId: ids.charger } }).mode;
    const { id } = register(service);
    assert.equal(mode(), 'ocpp');
    service.call('app', 'ocppChargePoints.delete', { path: { ocppChargePointId: id } });
    assert.equal(mode(), 'no-restrictions');
    refused(404, () => service.call('app', 'ocppChargePoints.delete', { path: { ocppChargePointId: id } }));
  });

  it('charge points are listed by central system, by device, and by both', () => {
    const service = smallService();
    const ocppCentralSystemId = newCentralSystem(service);
    register(service, ocppCentralSystemId);
    const count = (...filter: ReturnType<typeof criterion>[]) =>
      items(service.call('app', 'ocppChargePoints.list', { filter })).length;
    assert.equal(count(criterion('ocppCentralSystemId', ocppCentralSystemId)), 1);
    assert.equal(count(criterion('deviceId', ids.charger), criterion('ocppCentralSystemId', ocppCentralSystemId)), 1);
    assert.equal(count(criterion('deviceId', ids.oven)), 0);
    assert.equal(count(criterion('ocppCentralSystemId', 'gone')), 0);
  });
});
