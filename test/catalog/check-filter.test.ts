import assert from 'node:assert/strict';
import { type OperationId, operationIds, pathParameters, rowOf } from '../../src/catalog';
import { problemsOf } from './problems-of';

const path = { deviceId: 'd-1' };
const noon = '2026-01-31T12:00:00Z';
const later = '2026-01-31T13:00:00Z';

function filterProblems(id: OperationId, filter: unknown): string[] {
  const names = pathParameters(rowOf(id).path);
  return problemsOf(id, {
    filter,
    ...(names.length > 0 && { path: Object.fromEntries(names.map((name) => [name, 'x'])) }),
  });
}

describe('checkInput: $filter', () => {
  it('4.2 devices: one criterion only', () => {
    assert.deepEqual(problemsOf('devices.list', {}), []);
    assert.deepEqual(problemsOf('devices.list', { filter: {} }), []);
    for (const name of ['locationId', 'ancestorLocationId', 'serialNumber'])
      assert.deepEqual(problemsOf('devices.list', { filter: { [name]: 'x' } }), []);
    assert.deepEqual(problemsOf('devices.list', { filter: { locationId: 'x', serialNumber: 'y' } }), ['filter: one']);
    assert.deepEqual(problemsOf('devices.list', { filter: { locationId: 'x', serialNumber: undefined } }), []);
  });

  it('4.3 deviceData and 4.7 event history: deviceId is required', () => {
    const ids = ['deviceData.get', 'eventHistory.remoteHandle', 'eventHistory.mainHandle'] as const;
    for (const id of ids) {
      assert.deepEqual(problemsOf(id, {}), ['filter.deviceId: required']);
      assert.deepEqual(problemsOf(id, { filter: {} }), ['filter.deviceId: required']);
      assert.deepEqual(problemsOf(id, { filter: { deviceId: 'd-1' } }), []);
    }
  });

  it('4.7 plug sessions: at least one criterion, joined by and', () => {
    assert.deepEqual(problemsOf('plugSessions.list', {}), ['filter: required']);
    assert.deepEqual(problemsOf('plugSessions.list', { filter: {} }), ['filter: required']);
    assert.deepEqual(
      problemsOf('plugSessions.list', {
        filter: {
          deviceId: 'd',
          status: 'active',
          startedAt: { gt: noon, le: later },
          stoppedAt: { ge: noon, lt: later },
        },
      }),
      [],
    );
    assert.deepEqual(problemsOf('plugSessions.list', { filter: { startedAt: { eq: noon } } }), [
      'filter.startedAt: comparison',
    ]);
    assert.deepEqual(problemsOf('plugSessions.list', { filter: { startedAt: noon } }), [
      'filter.startedAt: comparison',
    ]);
  });

  it('a bound that is undefined is none, and a comparison needs one', () => {
    const plugSessions = (startedAt: object) => problemsOf('plugSessions.list', { filter: { startedAt } });
    assert.deepEqual(plugSessions({ ge: noon, lt: undefined }), []);
    assert.deepEqual(plugSessions({ lt: undefined }), ['filter.startedAt: required']);
  });

  it('4.3 waveforms: capturedAt eq alone, or le and ge', () => {
    const check = (capturedAt: unknown) => problemsOf('waveforms.list', { path, filter: { capturedAt } });
    assert.deepEqual(check({ eq: noon }), []);
    assert.deepEqual(check({ le: noon }), []);
    assert.deepEqual(check({ ge: noon, le: later }), []);
    assert.deepEqual(check({ eq: noon, ge: noon }), ['filter.capturedAt: exclusive']);
    assert.deepEqual(check({ eq: noon, le: noon }), ['filter.capturedAt: exclusive']);
    assert.deepEqual(check({ gt: noon }), ['filter.capturedAt: comparison']);
    assert.deepEqual(check({}), ['filter.capturedAt: required']);
  });

  it('4.4 batch commands: locationId or a type', () => {
    assert.deepEqual(problemsOf('batchCommands.list', { filter: { type: 'deviceSunBatchCommand' } }), []);
    assert.deepEqual(problemsOf('batchCommands.list', { filter: { type: 'sun' } }), ['filter.type: enum']);
    assert.deepEqual(problemsOf('batchCommands.list', { filter: { type: 'deviceBatchCommand', locationId: 'l' } }), [
      'filter: one',
    ]);
  });

  it('4.5 device streams and 4.9 charge points: either or both', () => {
    assert.deepEqual(problemsOf('deviceStreams.list', { filter: { streamId: 's', deviceId: 'd' } }), []);
    assert.deepEqual(problemsOf('ocppChargePoints.list', { filter: { ocppCentralSystemId: 'c', deviceId: 'd' } }), []);
  });

  it('4.6 UDP keys: device or location, either with a key type', () => {
    const check = (filter: unknown) => problemsOf('udpKeys.list', { filter });
    assert.deepEqual(check({ keyType: 'broadcast', deviceId: 'd' }), []);
    assert.deepEqual(check({ keyType: 'broadcast', locationId: 'l' }), []);
    assert.deepEqual(check({ deviceId: 'd', locationId: 'l' }), ['filter: exclusive']);
    assert.deepEqual(check({ keyType: 'multicast' }), ['filter.keyType: enum']);
  });

  it('4.8 user roles: status is pending or active; invite codes: isActive is a boolean', () => {
    assert.deepEqual(problemsOf('userRoles.list', { filter: { status: 'pending' } }), []);
    assert.deepEqual(problemsOf('userRoles.list', { filter: { status: 'gone' } }), ['filter.status: enum']);
    const all = { scope: 'organization', locationId: 'l', isActive: false };
    assert.deepEqual(problemsOf('inviteCodes.list', { filter: all }), []);
    assert.deepEqual(problemsOf('inviteCodes.list', { filter: { isActive: 'true' } }), ['filter.isActive: type']);
  });

  const filtered = operationIds.filter((id) => rowOf(id).filter !== undefined);

  it('every $filter refuses unknown criteria by name, prototype keys too', () => {
    for (const id of filtered)
      for (const name of ['colour', '__proto__', 'constructor', 'toString']) {
        const found = filterProblems(id, JSON.parse(`{"${name}": "x"}`));
        const assumed = rowOf(id).filter?.assumed === true ? ' (assumed)' : '';
        assert.ok(found.includes(`filter.${name}: unknown${assumed}`), `${id} ${name}`);
      }
    assert.equal(filtered.length, 17);
  });

  it('every $filter refuses what is no object, and every text criterion what is no text', () => {
    let criteria = 0;
    for (const id of filtered) {
      for (const filter of ["deviceId eq 'd'", 5, ['d'], null])
        assert.ok(filterProblems(id, filter).includes('filter: type'), `${id} ${JSON.stringify(filter)}`);
      for (const [name, { value }] of Object.entries(rowOf(id).filter?.fields ?? {})) {
        if (value !== 'text') continue;
        for (const operand of [5, '', null, true, ['d'], {}, { eq: 'd' }])
          assert.ok(filterProblems(id, { [name]: operand }).includes(`filter.${name}: type`), `${id} ${name}`);
        criteria += 1;
      }
    }
    assert.equal(criteria, 28);
  });

  it('a filter that is not specified takes other criteria, which cannot change the grammar', () => {
    const check = (filter: unknown) => problemsOf('sharedDevices.list', { filter });
    assert.deepEqual(check({ deviceId: 'd', code: 'c' }), []);
    assert.deepEqual(check({ status: 'claimed', since: { ge: noon }, active: true }), [
      'filter.active: unknown (assumed)',
      'filter.since: unknown (assumed)',
      'filter.status: unknown (assumed)',
    ]);
    for (const filter of [{ 'a eq 1 or b': 'x' }, { a: { like: 'x' } }, { a: ['x'] }, { a: null }, { a: {}, "b'": 1 }])
      assert.ok(
        check(filter).some((found) => found.endsWith(': unknown')),
        JSON.stringify(filter),
      );
  });

  it('every instant criterion is a date-time that exists: no text can be smuggled in unquoted', () => {
    let criteria = 0;
    for (const id of filtered)
      for (const [name, { value, compare }] of Object.entries(rowOf(id).filter?.fields ?? {})) {
        if (value !== 'instant' && value !== 'date') continue;
        for (const comparison of compare) {
          for (const operand of ['2026-02-30T00:00:00Z', 'today', `${noon} or deviceId eq 'x'`])
            assert.deepEqual(filterProblems(id, { [name]: { [comparison]: operand } }), [`filter.${name}: format`]);
          assert.deepEqual(filterProblems(id, { [name]: { [comparison]: noon } }), []);
        }
        criteria += 1;
      }
    assert.equal(criteria, 5);
  });

  it('a quote inside a text is allowed: quoting is the sender’s work', () =>
    assert.deepEqual(problemsOf('devices.list', { filter: { serialNumber: "1' or '1' eq '1" } }), []));
});

describe('checkInput: $orderby', () => {
  const check = (orderby: unknown) => problemsOf('plugSessions.list', { filter: { deviceId: 'd' }, orderby });

  it('4.7 startedAt or stoppedAt, asc or desc', () => {
    assert.deepEqual(check(undefined), []);
    assert.deepEqual(check({ by: 'startedAt' }), []);
    assert.deepEqual(check({ by: 'stoppedAt', direction: 'asc' }), []);
    assert.deepEqual(check({ by: 'startedAt', direction: 'desc' }), []);
    assert.deepEqual(check({ by: 'status', direction: 'down' }), ['orderby.by: enum', 'orderby.direction: enum']);
    assert.deepEqual(check({ direction: 'desc' }), ['orderby.by: enum']);
    assert.deepEqual(check({ by: 'startedAt', next: 'stoppedAt' }), ['orderby.next: unknown']);
    assert.deepEqual(check('startedAt desc'), ['orderby: type']);
  });
});

describe('checkInput: pages', () => {
  const bounds: [OperationId, object, number][] = [
    ['eventHistory.remoteHandle', { filter: { deviceId: 'd' } }, 1000],
    ['eventHistory.mainHandle', { filter: { deviceId: 'd' } }, 1000],
    ['plugSessions.list', { filter: { deviceId: 'd' } }, 100],
    ['plugSessions.meterTelemetry', { path: { plugSessionId: 'p' } }, 2_147_483_647],
    ['meter.history', { path, query: { startTime: noon } }, 2_147_483_647],
  ];
  for (const [id, input, limitMax] of bounds)
    it(`${id}: limit 0..${limitMax}, offset 0..2147483647`, () => {
      const check = (page: unknown) => problemsOf(id, { ...input, page });
      assert.deepEqual(check({ offset: 0, limit: 0 }), []);
      assert.deepEqual(check({ offset: 2_147_483_647, limit: limitMax }), []);
      assert.deepEqual(check({ offset: 2_147_483_648, limit: limitMax + 1 }), [
        'page.limit: range',
        'page.offset: range',
      ]);
      for (const value of [-1, 1.5, '1', null, Number.NaN])
        assert.deepEqual(check({ offset: value, limit: value }), ['page.limit: range', 'page.offset: range']);
      assert.deepEqual(check({ offset: 0, limit: 1, size: 5 }), ['page.size: unknown']);
      assert.deepEqual(check(5), ['page: type']);
    });

  it('4.3 the meter history needs both, the other pages neither', () => {
    for (const [id, input] of bounds)
      assert.deepEqual(
        problemsOf(id, input),
        id === 'meter.history' ? ['page.limit: required', 'page.offset: required'] : [],
        id,
      );
  });
});
