import assert from 'node:assert/strict';
import { type Filter, type OperationId, operationIds, rowOf } from '../../src/catalog';
import { parseFilter, parseOrderby } from '../../src/simulator/filter-grammar';
import { ServiceRefusal } from '../../src/simulator/handler';
import { query, type RunningSimulator, startSimulator } from './running-simulator';
import { ids } from './small-state';

function filterOf(id: OperationId): Filter {
  const { filter } = rowOf(id);
  assert.ok(filter, `${id} has a filter`);
  return filter;
}

function refused(work: () => unknown, about: RegExp): void {
  assert.throws(work, (error: unknown) => {
    assert.ok(error instanceof ServiceRefusal);
    assert.equal(error.status, 400);
    assert.match(error.message, about);
    assert.equal(error.validations.length, 1);
    return true;
  });
}

describe('spec 4 $filter', () => {
  const devices = filterOf('devices.list');
  const waveforms = filterOf('waveforms.list');
  const inviteCodes = filterOf('inviteCodes.list');
  const udpKeys = filterOf('udpKeys.list');

  it('reads one criterion', () => {
    assert.deepEqual(parseFilter(devices, "locationId eq 'a-b'"), [
      { field: 'locationId', comparison: 'eq', value: 'a-b' },
    ]);
  });

  it('no filter is no criterion', () => {
    assert.deepEqual(parseFilter(devices, undefined), []);
  });

  it('a doubled quote is a quote inside the value', () => {
    assert.deepEqual(parseFilter(devices, "serialNumber eq 'a'' or ''1'"), [
      { field: 'serialNumber', comparison: 'eq', value: "a' or '1" },
    ]);
    assert.equal(parseFilter(devices, "serialNumber eq ''''")[0]?.value, "'");
    assert.equal(parseFilter(devices, "serialNumber eq ''")[0]?.value, '');
  });

  it('a quote that is not doubled ends the value, and what follows is an error', () => {
    refused(() => parseFilter(devices, "serialNumber eq 'a' or '1'"), /syntax error/);
    refused(() => parseFilter(devices, "serialNumber eq 'a''"), /syntax error/);
  });

  it('joins criteria by and', () => {
    assert.deepEqual(
      parseFilter(
        waveforms,
        "capturedAt ge 2026-01-01T00:00:00Z and trigger eq 'a and b' and capturedAt le 2026-02-01T00:00:00Z",
      ),
      [
        { field: 'capturedAt', comparison: 'ge', value: '2026-01-01T00:00:00Z' },
        { field: 'trigger', comparison: 'eq', value: 'a and b' },
        { field: 'capturedAt', comparison: 'le', value: '2026-02-01T00:00:00Z' },
      ],
    );
  });

  it('refuses what is not a list of criteria', () => {
    for (const text of [
      '',
      ' ',
      'serialNumber',
      "serialNumber = 'a'",
      "serialNumber eq 'a' and",
      "serialNumber eq 'a' and ",
      "and serialNumber eq 'a'",
      "serialNumber eq 'a' serialNumber eq 'b'",
      "(serialNumber eq 'a')",
      "not serialNumber eq 'a'",
      "serialNumber eq'a'",
      "serialNumber eq 'a",
    ])
      refused(() => parseFilter(devices, text), /\$filter/);
  });

  it('refuses a field and a comparison that the operation does not know', () => {
    refused(() => parseFilter(devices, "deviceId eq 'a'"), /not a criterion/);
    refused(() => parseFilter(devices, "constructor eq 'a'"), /not a criterion/);
    refused(() => parseFilter(devices, "serialNumber gt 'a'"), /compared with eq only/);
    refused(() => parseFilter(waveforms, 'capturedAt gt 2026-01-01T00:00:00Z'), /eq, ge, le only/);
  });

  it('texts are quoted; instants and booleans are not', () => {
    refused(() => parseFilter(devices, 'serialNumber eq a'), /must be in single quotes/);
    refused(() => parseFilter(waveforms, "capturedAt eq '2026-01-01T00:00:00Z'"), /must not be in single quotes/);
    refused(() => parseFilter(inviteCodes, "isActive eq 'true'"), /must not be in single quotes/);
    assert.equal(parseFilter(inviteCodes, 'isActive eq false')[0]?.value, false);
    refused(() => parseFilter(inviteCodes, 'isActive eq yes'), /true or false/);
  });

  it('an instant must exist', () => {
    refused(() => parseFilter(waveforms, 'capturedAt eq 2026-02-30T00:00:00Z'), /ISO 8601/);
    refused(() => parseFilter(waveforms, 'capturedAt eq yesterday'), /ISO 8601/);
  });

  it('refuses a value outside of a closed set', () => {
    refused(() => parseFilter(filterOf('userRoles.list'), "status eq 'gone'"), /pending, active/);
  });

  it('takes one criterion only where the row says so, and none twice', () => {
    refused(() => parseFilter(devices, "locationId eq 'a' and serialNumber eq 'b'"), /one criterion only/);
    refused(() => parseFilter(waveforms, "trigger eq 'a' and trigger eq 'b'"), /twice/);
  });

  it('refuses criteria that exclude each other', () => {
    refused(() => parseFilter(udpKeys, "deviceId eq 'a' and locationId eq 'b'"), /only one of deviceId, locationId/);
    assert.equal(parseFilter(udpKeys, "deviceId eq 'a' and keyType eq 'unicast'").length, 2);
  });

  it('a required filter must be there: the operations that need one are counted', () => {
    const required = operationIds.filter((id) => rowOf(id).filter?.required);
    for (const id of required) refused(() => parseFilter(filterOf(id), undefined), /required/);
    assert.equal(required.length, 4);
  });

  describe('spec 4.7 $orderby', () => {
    const fields = ['startedAt', 'stoppedAt'];
    it('ascends by default', () => {
      assert.deepEqual(parseOrderby(fields, 'stoppedAt'), { by: 'stoppedAt', direction: 'asc' });
      assert.deepEqual(parseOrderby(fields, ' startedAt  desc'), { by: 'startedAt', direction: 'desc' });
    });
    it('refuses other fields and directions', () => {
      refused(() => parseOrderby(fields, 'id'), /startedAt, stoppedAt/);
      refused(() => parseOrderby(fields, ''), /startedAt, stoppedAt/);
      refused(() => parseOrderby(fields, 'startedAt down'), /asc or desc/);
      refused(() => parseOrderby(fields, 'startedAt asc, stoppedAt'), /asc or desc/);
    });
  });
});

describe('spec 4.2 filters of the device list', () => {
  let running: RunningSimulator;
  before(async () => {
    running = await startSimulator();
  });
  after(() => running.simulator.close());

  const found = async (filter: string) =>
    (await running.get(`/devices${query({ $filter: filter })}`)).json.data.map(({ id }: { id: string }) => id);

  it('locationId finds devices directly there', async () => {
    assert.deepEqual(await found(`locationId eq '${ids.panel}'`), [ids.oven, ids.lights, ids.charger]);
    assert.deepEqual(await found(`locationId eq '${ids.campus}'`), []);
  });

  it('ancestorLocationId finds devices at or below', async () => {
    assert.equal((await found(`ancestorLocationId eq '${ids.campus}'`)).length, 3);
    assert.equal((await found(`ancestorLocationId eq '${ids.panel}'`)).length, 3);
  });

  it('serialNumber finds one device', async () => {
    assert.deepEqual(await found("serialNumber eq 'SN-02'"), [ids.lights]);
    assert.deepEqual(await found("serialNumber eq 'SN-02'' or ''a'' eq ''a'"), []);
  });

  it('a filter that does not fit is a 400 with a validation', async () => {
    const { status, json } = await running.get(`/devices${query({ $filter: 'serialNumber eq SN-02' })}`);
    assert.equal(status, 400);
    assert.equal(json.error.validations[0].propertyName, '$filter');
  });
});
