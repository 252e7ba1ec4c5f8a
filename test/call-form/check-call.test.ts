import assert from 'node:assert/strict';
import { type CallValues, checkCall } from '../../src/call-form';
import { type OperationId, operationIds, pathParameters, rowOf } from '../../src/catalog';

const values = (given: Readonly<Record<string, readonly [source: string, value: string]>>): CallValues =>
  new Map(Object.entries(given).map(([pointer, [source, value]]) => [pointer, { source, value }]));
const problems = (id: OperationId, given: Parameters<typeof values>[0]) =>
  checkCall(id, values(given))
    .map(({ pointer, rule }) => `${pointer}: ${rule}`)
    .sort();

describe('checking a stored call', () => {
  it('names everything at once, each at its place', () =>
    assert.deepEqual(
      problems('remoteHandle.setPosition', {
        'path/deviceId': ['str', 'circuit(Water heater)'],
        'body/command': ['str', 'shut'],
        'body/secondsUntilReset': ['num', '4000'],
      }),
      ['body/command: enum', 'body/reason: required', 'body/secondsUntilReset: maximum', 'path/deviceId: identifier'],
    ));

  it('a name in the place of a device counts as right, in a list too; a reference to the simulated site does not', () => {
    const body = {
      'body/path': ['str', '/bargraph/settings/mode'],
      'body/body': ['json', '{"mode":"user-defined"}'],
    } as const;
    const list = (text: string) => ({ ...body, 'body/deviceIds': ['json', text] }) as const;
    assert.deepEqual(problems('devices.get', { 'path/deviceId': ['str', 'Water heater'] }), []);
    assert.deepEqual(problems('meter.latest', { 'path/deviceId': ['str', ' '] }), ['path/deviceId: identifier']);
    assert.deepEqual(problems('deviceData.get', { 'filter/deviceId': ['str', 'Water heater'] }), []);
    assert.deepEqual(problems('batchCommands.create', list('["Water heater", "d"]')), []);
    assert.deepEqual(problems('batchCommands.create', list('["circuit(Water heater)"]')), [
      'body/deviceIds/0: pattern',
    ]);
    assert.deepEqual(problems('locations.get', { 'path/locationId': ['str', 'Main panel'] }), [
      'path/locationId: identifier',
    ]);
  });

  it('what a message will tell counts as right, and no other field is judged by it', () => {
    assert.deepEqual(problems('devices.get', { 'path/deviceId': ['msg', 'deviceId'] }), []);
    assert.deepEqual(problems('remoteHandle.setPosition', {}), [
      'body/command: required',
      'body/reason: required',
      'path/deviceId: required',
    ]);
    // Whether a webhook configuration fits is not known before the format is.
    const stream = { 'body/description': ['str', 'd'], 'body/webhookStreamConfig': ['msg', 'c'] } as const;
    assert.deepEqual(problems('streams.create', { ...stream, 'body/format': ['msg', 'format'] }), []);
    assert.deepEqual(problems('streams.create', { ...stream, 'body/format': ['str', 'azure-iot-hub'] }), [
      'body/azureIotHubStreamConfig: required',
    ]);
  });

  it('rules over several fields', () => {
    const path = { 'path/deviceId': ['str', 'd'] } as const;
    const close = { ...path, 'body/command': ['str', 'close'], 'body/reason': ['str', 'r'] } as const;
    assert.deepEqual(problems('remoteHandle.setPosition', { ...close, 'body/secondsUntilReset': ['num', '60'] }), [
      'body/secondsUntilReset: onlyWithOpen',
    ]);
    assert.deepEqual(problems('devices.update', path), ['body: empty']);
    assert.deepEqual(problems('devices.update', { ...path, body: ['msg', 'change'] }), []);
  });

  it('literals that are not what they are said to be', () =>
    assert.deepEqual(
      problems('eventHistory.mainHandle', {
        'filter/deviceId': ['str', 'd'],
        'page/limit': ['num', 'many'],
        'page/offset': ['num', '-1'],
      }),
      ['page/limit: num', 'page/offset: range'],
    ));
  it('a body that is no JSON', () =>
    assert.deepEqual(problems('locations.create', { body: ['json', '{'] }), ['body: json']));

  it('criteria of a filter, each by itself', () => {
    assert.deepEqual(problems('plugSessions.list', {}), ['filter: required']);
    assert.deepEqual(
      problems('plugSessions.list', {
        'filter/deviceId': ['msg', 'deviceId'],
        'filter/startedAt/ge': ['msg', 'from'],
        'filter/startedAt/le': ['str', 'yesterday'],
      }),
      ['filter/startedAt: format'],
    );
    assert.deepEqual(
      problems('devices.list', { 'filter/locationId': ['str', 'l'], 'filter/serialNumber': ['env', 'S'] }),
      ['filter: one'],
    );
  });

  it('lists and objects in objects', () =>
    assert.deepEqual(
      problems('evse.updateConfiguration', {
        'path/deviceId': ['str', 'd'],
        'body/configuration/windowConfiguration/windows/0/start/day': ['str', 'monday'],
        'body/configuration/windowConfiguration/windows/0/start/time': ['str', '2500'],
        'body/configuration/windowConfiguration/windows/1': ['msg', 'window'],
      }),
      [
        'body/configuration/windowConfiguration/windows/0/start/time: pattern',
        'body/configuration/windowConfiguration/windows/0/stop: required',
      ],
    ));

  it('a secret must not stand in a flow, wherever it stands', () => {
    const point = { 'body/ocppCentralSystemId': ['str', 'c'], 'body/deviceId': ['str', 'd'] } as const;
    assert.deepEqual(problems('ocppChargePoints.create', { ...point, 'body/password': ['str', 'hunter2'] }), [
      'body/password: secret',
    ]);
    assert.deepEqual(problems('ocppChargePoints.create', { ...point, 'body/password': ['env', 'PASSWORD'] }), []);
    const body = JSON.stringify({ ocppCentralSystemId: 'c', deviceId: 'd', password: 'hunter2' });
    assert.deepEqual(problems('ocppChargePoints.create', { body: ['json', body] }), ['body: secret']);
    assert.deepEqual(
      problems('deviceWebhooks.create', {
        'body/uri': ['str', 'https://a.example'],
        'body/additionalHttpHeaders/X-Secret': ['str', 'hunter2'],
      }),
      ['body/additionalHttpHeaders/X-Secret: secret'],
    );
  });

  it('no operation takes the same name in two of its parts: a problem has one place', () => {
    let compared = 0;
    for (const id of operationIds) {
      const { path, query, body } = rowOf(id);
      const names = [
        ...pathParameters(path),
        ...Object.keys(query?.json.properties ?? {}),
        ...Object.keys(body?.json.properties ?? {}),
      ];
      assert.equal(new Set(names).size, names.length, id);
      compared += names.length;
    }
    assert(compared > 150, `${compared}`);
  });
});
