import assert from 'node:assert/strict';
import {
  devicePlaces,
  namesOfParameter,
  type OperationId,
  operationIds,
  pathParameters,
  rowOf,
  withDevicesAt,
  withoutRepeats,
} from '../../src/catalog';
import type { JsonSchema } from '../../src/schema';
import documentRows from '../spec/operations.json';

/** Fields that look like the id of a device and are the id of something else. */
const ofSomethingElse = new Set(['deviceStreamId', 'sharedDeviceStreamId', 'sharedDeviceIds', 'sharedDeviceId']);
const looksLikeDevice = (name: string) => /device\w*ids?$/i.test(name);

/** Every named field of a payload, with its schema, the items of a list under the name of the list. */
function fieldsIn({ properties = {}, items }: JsonSchema): [string, JsonSchema][] {
  const own = Object.entries(properties).flatMap(([name, inner]): [string, JsonSchema][] => [
    [name, inner.items ?? inner],
    ...fieldsIn(inner),
  ]);
  return items === undefined ? own : [...own, ...fieldsIn(items)];
}

describe('the mark of a device in the catalog', () => {
  it('is on every parameter of a path that the document calls deviceId, and on no other', () => {
    let marked = 0;
    for (const { id, path } of documentRows)
      for (const name of pathParameters(path)) {
        assert.equal(namesOfParameter(name) === 'device', /^deviceId$/.test(name), `${id}: ${name}`);
        assert.equal(looksLikeDevice(name), name === 'deviceId' || ofSomethingElse.has(name), `${id}: ${name}`);
        if (namesOfParameter(name) === 'device') marked += 1;
      }
    assert.equal(marked, 29);
  });

  it('is on every field of a payload and every criterion that is named so, or the field is listed as something else', () => {
    const found: string[] = [];
    for (const id of operationIds) {
      const { body, query, filter } = rowOf(id);
      const fields = [
        ...[body, query].flatMap((schema) => (schema === undefined ? [] : fieldsIn(schema.json))),
        ...Object.entries(filter?.fields ?? {}),
      ];
      for (const [name, { names }] of fields) {
        const wanted = looksLikeDevice(name) && !ofSomethingElse.has(name);
        assert.equal(names === 'device', wanted, `${id}: ${name}`);
        if (wanted) found.push(id);
      }
    }
    assert.deepEqual(found.sort(), [
      'batchCommands.create',
      'batchCommands.createSun',
      'deviceData.get',
      'deviceStreams.create',
      'deviceStreams.list',
      'eventHistory.mainHandle',
      'eventHistory.remoteHandle',
      'ocppChargePoints.create',
      'ocppChargePoints.list',
      'plugSessions.list',
      'shareDeviceCodes.create',
      'shareDeviceCodes.list',
      'sharedDeviceStreams.create',
      'sharedDevices.list',
      'udpKeys.list',
    ]);
  });
});

describe('the devices that an input names', () => {
  const fields = (id: OperationId, input: object) => devicePlaces(id, input).map(({ field, value }) => [field, value]);

  it('stand in its path, its filter and its body', () => {
    assert.deepEqual(fields('devices.get', { path: { deviceId: 'a' } }), [['deviceId', 'a']]);
    assert.deepEqual(fields('deviceData.get', { filter: { deviceId: 'a' } }), [['filter.deviceId', 'a']]);
    assert.deepEqual(fields('batchCommands.create', { body: { locationId: 'l', deviceIds: ['a', 'b'] } }), [
      ['deviceIds[0]', 'a'],
      ['deviceIds[1]', 'b'],
    ]);
  });

  it('are none in an input of another form', () => {
    for (const body of [undefined, null, 'a', [], { deviceIds: 'a' }, { deviceIds: null }])
      assert.deepEqual(fields('batchCommands.create', { body }), [], JSON.stringify(body));
    assert.deepEqual(fields('devices.get', {}), []);
  });

  it('are replaced where they stand, and nothing else is', () => {
    const input = { body: { deviceIds: ['a', 'b', 'A'], path: '/p' } };
    const places = devicePlaces('batchCommands.create', input);
    const changed = withDevicesAt(input, places, ['1', '2', '3']);
    assert.deepEqual(changed, { body: { deviceIds: ['1', '2', '3'], path: '/p' } });
    assert.deepEqual(input.body.deviceIds, ['a', 'b', 'A']);
  });

  it('stand once in a list, in any letter case', () => {
    const input = { body: { deviceIds: ['a', 'b', 'A'] } };
    const places = devicePlaces('batchCommands.create', input);
    assert.deepEqual(withoutRepeats(input, places), { body: { deviceIds: ['a', 'b'] } });
  });
});
