import assert from 'node:assert/strict';
import { checkInput, type OperationId } from '../../src/catalog';
import { problemsOf } from './problems-of';

function create(id: OperationId, body: unknown): string[] {
  return problemsOf(id, { body });
}

describe('spec 4.9 OCPP and sharing', () => {
  it('a central system has a WebSocket URL', () => {
    assert.deepEqual(create('ocppCentralSystems.create', { websocketBaseUrl: 'wss://ocpp.example.com/a' }), []);
    for (const websocketBaseUrl of ['https://ocpp.example.com', 'wss://', 'wss://a b'])
      assert.deepEqual(create('ocppCentralSystems.create', { websocketBaseUrl }), [
        'websocketBaseUrl: pattern (assumed)',
      ]);
  });

  it('a charge point names a central system and a charger', () => {
    assert.deepEqual(create('ocppChargePoints.create', {}), ['deviceId: required', 'ocppCentralSystemId: required']);
    assert.deepEqual(
      create('ocppChargePoints.create', {
        deviceId: 'd',
        ocppCentralSystemId: 'c',
        password: 'p',
        chargePointIdentifier: 'i',
      }),
      [],
    );
  });

  it('a body of any shape is taken where no payload is shown, and none is needed', () => {
    const path = { code: 'c-1', eventId: 'e-1' };
    for (const [id, name] of [
      ['shareDeviceCodes.claim', 'code'],
      ['shareDeviceCodes.revoke', 'code'],
      ['shareDeviceCodes.relinquish', 'code'],
      ['overrideEvents.cancel', 'eventId'],
    ] as const)
      for (const body of [undefined, {}, { organizationId: 'o-1', more: [1] }, [{ a: 1 }]])
        assert.deepEqual(
          problemsOf(id, { path: { [name]: path[name] }, body }),
          Array.isArray(body) ? [': type (assumed)'] : [],
          id,
        );
  });

  it('payloads that are not shown are passed on as they are', () => {
    assert.deepEqual(create('shareDeviceCodes.create', { anything: [1, { more: true }] }), []);
    assert.deepEqual(create('sharedDeviceStreams.create', { deviceId: 'd', streamId: 's', more: 1 }), []);
    assert.deepEqual(create('overrideEvents.create', { description: 'heat wave', more: 1 }), []);
  });
});

describe('messages', () => {
  it('say the reason in words', () =>
    assert.deepEqual(
      checkInput('remoteHandle.setPosition', {
        path: { deviceId: '..' },
        body: { command: 'close', reason: 'r', secondsUntilReset: 5, force: true },
      }).problems,
      [
        {
          field: 'deviceId',
          rule: 'identifier',
          message: 'must consist of letters, digits and _ - . : =, and not of dots alone',
        },
        { field: 'force', rule: 'unknown', message: 'is not a field of this operation' },
        { field: 'secondsUntilReset', rule: 'onlyWithOpen', message: 'is only valid when command is open' },
        { field: 'secondsUntilReset', rule: 'tooShort', message: 'must be 0 or at least 10', params: { min: 10 } },
      ],
    ));
});
