import assert from 'node:assert/strict';
import {
  buildInput,
  type CallValues,
  literalOf,
  requestText,
  serviceValue,
  valuesOf,
  withWholeBody,
} from '../../src/call-form';
import { type OperationId, operationIds, rowOf } from '../../src/catalog';
import { createClient } from '../../src/client';
import { createManualClock } from '../../src/clock';
import { storedValues } from '../support/call-values';
import { operationInputs } from '../support/operation-inputs';

type Given = Readonly<Record<string, readonly [source: string, value: string]>>;
const values = (given: Given): CallValues =>
  new Map(Object.entries(given).map(([pointer, [source, value]]) => [pointer, { source, value }]));
const baseUrl = 'https://api.example.com';
const credential = { clientId: 'c', secret1: 's' };

function read(text: string): CallValues {
  const stored = JSON.parse(text) as Record<string, { type: string; value: string }>;
  return new Map(Object.entries(stored).map(([pointer, { type, value }]) => [pointer, { source: type, value }]));
}

describe('the text of a request', () => {
  const client = createClient({
    settings: { baseUrl, apiKey: 'k', application: credential, organization: credential },
    clock: createManualClock(),
    random: () => 0.5,
    environment: {},
  });
  after(() => client.close());

  for (const id of operationIds)
    it(`${id}: is the request that the client would send`, () => {
      const sent = client.preview(id, operationInputs[id] as never);
      const stored = storedValues(id, operationInputs[id] as object);
      const { method, target, body } = requestText(id, read(stored.values));
      assert.deepEqual([method, `${baseUrl}/api/v1${target}`], [sent.method, sent.url]);
      const masked = (body ?? '').replaceAll(/\{msg\.secrets\.\w+\}/g, '"***"');
      assert.deepEqual(body === undefined ? undefined : JSON.parse(masked), sent.body);
    });

  it('shows where a value comes from in its place', () => {
    const text = requestText(
      'remoteHandle.setPosition',
      values({
        'path/deviceId': ['msg', 'deviceId'],
        'body/command': ['str', 'open'],
        'body/secondsUntilReset': ['flow', 'seconds'],
        'body/reason': ['jsonata', '"by " & name'],
      }),
    );
    assert.equal(text.target, '/devices/{msg.deviceId}/breaker/remoteHandle/position');
    assert.match(text.body ?? '', /"secondsUntilReset": \{flow\.seconds\}/);
    assert.match(text.body ?? '', /"reason": \{"by " & name\}/);
  });
  it('shows the parameters that are missing in its path', () =>
    assert.equal(requestText('devices.get', new Map()).target, '/devices/{deviceId}'));
  it('shows a name in the place of a device as what a message decides, in lists too', () => {
    const device = { 'path/deviceId': ['str', 'Water heater'] } as const;
    assert.equal(requestText('devices.get', values(device)).target, '/devices/{Water heater}');
    const list = { 'body/deviceIds': ['json', '["Water heater","d"]'] } as const;
    assert.match(requestText('batchCommands.create', values(list)).body ?? '', /\{Water heater\},\s+"d"/);
  });
  it('takes the method and the path of the account', () =>
    assert.deepEqual(
      requestText('waveformConfiguration.set', values({ 'path/deviceId': ['str', 'd'] }), {
        method: 'POST',
        path: '/v2/{deviceId}/waveform',
      }),
      { method: 'POST', target: '/v2/d/waveform', body: '{}' },
    ));
  it('quotes a value that holds quotes, and leaves one alone that looks like a mark', () => {
    const text = requestText('devices.list', values({ 'filter/serialNumber': ['str', "a'b value7unknown"] }));
    assert.equal(text.target, "/devices?$filter=serialNumber%20eq%20'a''b%20value7unknown'");
  });
});

describe('the input of a call', () => {
  const input = (id: OperationId, given: Given) =>
    buildInput(
      rowOf(id),
      new Map(
        Object.entries(given).map(([pointer, [source, value]]) => [
          pointer,
          serviceValue(rowOf(id), pointer, literalOf({ source, value }), source),
        ]),
      ),
    );

  it('makes lists where the catalog has lists, and objects elsewhere', () =>
    assert.deepEqual(
      input('batchCommands.create', {
        'body/deviceIds/0': ['str', 'a'],
        'body/deviceIds/1': ['str', 'b'],
        'body/body/0': ['str', 'x'],
      }),
      { body: { deviceIds: ['a', 'b'], body: { '0': 'x' } } },
    ));
  it('single fields refine what is given whole', () =>
    assert.deepEqual(
      input('devices.update', {
        'body/loadDetails/type': ['str', 'oven'],
        body: ['json', '{"loadDetails":{"modelName":"X"}}'],
      }),
      { body: { loadDetails: { modelName: 'X', type: 'oven' } } },
    ));
  it('an empty text is not sent where it is optional, and sent where any text is required', () =>
    assert.deepEqual(input('organizations.create', { 'body/name': ['str', ''], 'body/description': ['str', ''] }), {
      body: { description: '' },
    }));
  it('a name such as __proto__ is a field like any other', () => {
    const { body } = input('shareDeviceCodes.create', { 'body/__proto__/polluted': ['bool', 'true'] }) as {
      body: object;
    };
    assert.deepEqual(Object.keys(body), ['__proto__']);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });
  it('an instant may be a Date or epoch milliseconds', () => {
    const row = rowOf('batchCommands.create');
    const at = Date.UTC(2026, 0, 31, 12);
    assert.equal(serviceValue(row, 'body/startTime', at, 'msg'), '2026-01-31T12:00:00.000Z');
    assert.equal(serviceValue(row, 'body/startTime', new Date(at), 'msg'), '2026-01-31T12:00:00.000Z');
    assert.equal(serviceValue(row, 'body/path', 5, 'msg'), 5);
  });
  it('an environment variable is read as what is wanted, a message is not', () => {
    const row = rowOf('loadPresentThreshold.set');
    assert.equal(serviceValue(row, 'body/loadPresentThreshold', '150', 'env'), 150);
    assert.equal(serviceValue(row, 'body/loadPresentThreshold', '150', 'msg'), '150');
  });
  it('what another operation left behind is not sent, and a whole body replaces its fields', () => {
    const stored = values({ 'path/deviceId': ['str', 'd'], 'body/name': ['str', 'x'], 'filter/role': ['str', 'y'] });
    assert.deepEqual([...valuesOf('devices.get', stored).keys()], ['path/deviceId']);
    assert.deepEqual(
      [...withWholeBody(valuesOf('locations.update', stored), { source: 'msg', value: 'payload' }).keys()],
      ['body'],
    );
  });
});
