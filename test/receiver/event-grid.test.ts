import assert from 'node:assert/strict';
import { readEventGrid } from '../../src/receiver';

const telemetry = (body: unknown) => ({ eventType: 'Microsoft.Devices.DeviceTelemetry', data: { body } });
const validation = (validationCode: unknown) => ({
  eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
  data: { validationCode, validationUrl: 'https://elsewhere.example' },
});

describe('events of Azure Event Grid', () => {
  it('bodies in order, JSON as it is and base64 as bytes', () =>
    assert.deepEqual(readEventGrid([telemetry({ a: 1 }), telemetry(Buffer.from('{"b":2}').toString('base64'))]), {
      bodies: [
        { index: 0, body: { a: 1 } },
        { index: 1, body: Buffer.from('{"b":2}') },
      ],
    }));
  it('one event that is in no list', () =>
    assert.deepEqual(readEventGrid(telemetry({ a: 1 }))?.bodies, [{ index: 0, body: { a: 1 } }]));
  it('events of other types are left out, and the others keep their index', () =>
    assert.deepEqual(readEventGrid([{ eventType: 'Microsoft.Devices.DeviceCreated' }, telemetry(1)])?.bodies, [
      { index: 1, body: 1 },
    ]));
  it('the code of a validation; a code that is no text is none', () => {
    assert.deepEqual(readEventGrid([validation('code-1')]), { bodies: [], validationCode: 'code-1' });
    assert.deepEqual(readEventGrid([validation(1)]), { bodies: [] });
  });
  for (const payload of [undefined, null, 'text', 7, [null], [{}], [telemetry({}), { data: {} }], [[telemetry({})]]])
    it(`${JSON.stringify(payload) ?? 'nothing'} is no list of events`, () =>
      assert.equal(readEventGrid(payload), undefined));
  it('telemetry without a body is one that is no publish', () =>
    assert.deepEqual(readEventGrid([{ eventType: 'Microsoft.Devices.DeviceTelemetry' }])?.bodies, [
      { index: 0, body: undefined },
    ]));
});
