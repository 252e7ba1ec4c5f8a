import assert from 'node:assert/strict';
import { findFaults } from '../../src/rehearsal/findings';
import type { LoggedEvent } from '../../src/rehearsal/log';

const node = { id: 'n', type: 'breaker-control', name: 'shed' };
const pump = { id: 'p', label: 'Pool pump', ratedA: 30, poles: 2 as const };
const minute = 60_000;
const moved = (at: number, position: 'open' | 'closed', fields: object = {}): LoggedEvent =>
  ({
    ...{ kind: 'world', at, type: 'handle-changed', device: 'Pool pump', deviceId: 'p', handle: 'remote', position },
    ...{ source: 'remote-command', wattsBefore: 2000, ...fields },
  }) as LoggedEvent;
const meter = (at: number, status: number, meterOf = 'Main'): LoggedEvent => ({
  ...{ kind: 'request', at, method: 'GET', path: '/devices/m/data/telemetry/meter/reading', status, meterOf },
});
const commanded = (at: number): LoggedEvent => ({
  ...{ kind: 'command', at, node, command: 'open', outcome: 'confirmed', devices: ['Pool pump'], way: [] },
});
const rules = (events: readonly LoggedEvent[]) =>
  findFaults({ events, devices: [pump], received: [], misconfigured: [] }).map(({ rule, times, at, nodeId }) => ({
    rule,
    times,
    at,
    nodeId,
  }));

describe('the built-in findings of a rehearsal', () => {
  it('find nothing in a day in which nothing is wrong', () =>
    assert.deepEqual(rules([meter(0, 200), moved(minute, 'open'), moved(2 * minute, 'closed')]), []));

  it('find a close while a meter could not be read, and name the node that commanded it', () => {
    const events = [meter(0, 503), commanded(minute), moved(minute, 'closed')];
    assert.deepEqual(rules(events), [{ rule: 'closed-unread', times: 1, at: minute, nodeId: 'n' }]);
  });

  it('name all meters that could not be read, whenever the breaker was closed', () => {
    const closed = (at: number) => [commanded(at), moved(at, 'closed')];
    const events = [meter(0, 503), ...closed(1), meter(2, 200), meter(3, 404, 'Oven'), ...closed(4)];
    const [finding] = findFaults({ events, devices: [pump], received: [], misconfigured: [] });
    assert.deepEqual([finding?.times, finding?.detail], [2, 'Main, Oven']);
  });

  it('say of a load manager what it counts in place of what it cannot read', () => {
    const byManager = { ...commanded(minute), node: { id: 'm', type: 'load-manager', name: 'peaks' } } as LoggedEvent;
    const events = [meter(0, 503), byManager, moved(minute, 'closed')];
    const [finding, ...others] = findFaults({ events, devices: [pump], received: [], misconfigured: [] });
    assert.deepEqual([finding?.rule, finding?.node, finding?.detail, others], ['closed-counted', 'peaks', 'Main', []]);
    assert.match(
      finding?.text ?? '',
      /^peaks closed Pool pump once while .*: Main\. A load manager counts such a circuit/,
    );
  });

  it('find no such close after the meter was read again', () =>
    assert.deepEqual(rules([meter(0, 503), meter(minute, 200), moved(2 * minute, 'closed')]), []));

  it('find an open of a load that draws less than 2 % of its rating, and none of one that draws it', () => {
    // 30 A at two poles of 120 V: 144 W.
    assert.deepEqual(rules([moved(0, 'open', { wattsBefore: 143 })]), [
      { rule: 'opened-idle', times: 1, at: 0, nodeId: undefined },
    ]);
    assert.deepEqual(rules([moved(0, 'open', { wattsBefore: 145 })]), []);
  });

  it('judge no open of which the power before is not known', () =>
    assert.deepEqual(rules([moved(0, 'open', { wattsBefore: undefined })]), []));

  it('find more than six opens within 24 hours, whatever midnight says', () => {
    const opens = (count: number, everyMs: number) =>
      Array.from({ length: count }, (_, index) => moved(index * everyMs, 'open'));
    assert.deepEqual(rules(opens(6, minute)), []);
    assert.deepEqual(rules(opens(7, minute)), [{ rule: 'opened-often', times: 7, at: 0, nodeId: undefined }]);
    assert.deepEqual(rules(opens(12, 5 * 3_600_000)), []);
  });

  it('count what people and schedules move to nobody', () => {
    const byHand = Array.from({ length: 9 }, (_, index) => moved(index, 'open', { source: 'manual', wattsBefore: 0 }));
    assert.deepEqual(rules(byHand), []);
  });

  it('find a charger that is paused more than six times a day', () => {
    const pauses = Array.from({ length: 7 }, (_, index) => moved(index, 'open', { type: 'charging-stopped' }));
    assert.deepEqual(
      rules(pauses).map(({ rule }) => rule),
      ['paused-often'],
    );
  });

  it('find what an interlock refused, and errors that no Catch node takes', () => {
    const error = (code: string | undefined, caught: boolean): LoggedEvent =>
      ({ kind: 'error', at: 5, node, text: 'no', caught, ...(code === undefined ? {} : { code }) }) as LoggedEvent;
    assert.deepEqual(
      rules([error('BLOCKED_BY_INTERLOCK', true), error('NETWORK', true), error(undefined, false)]).map(
        ({ rule }) => rule,
      ),
      ['refused', 'uncaught-error'],
    );
  });

  it('find nodes to which no message came, and tries to leave', () => {
    const received = [
      { node, messages: 0 },
      { node: { ...node, id: 'm' }, messages: 1 },
    ];
    const events: LoggedEvent[] = [{ kind: 'fence', at: 3, what: 'a program (exec)' }];
    assert.deepEqual(
      findFaults({ events, devices: [], received, misconfigured: [] }).map(({ rule, nodeId }) => [rule, nodeId]),
      [
        ['tried-to-leave', undefined],
        ['never-reached', 'n'],
      ],
    );
  });

  it('find a node that is not configured once, and nothing that follows from it', () => {
    const error: LoggedEvent = {
      ...{ kind: 'error', at: 0, node, text: 'Invalid input', code: 'INVALID_INPUT', caught: false },
    };
    const received = [{ node, messages: 0 }];
    const misconfigured = [{ node, problems: 'Account: is missing: choose one' }];
    assert.deepEqual(findFaults({ events: [error], devices: [], received, misconfigured }), [
      {
        ...{ rule: 'not-configured', times: 1, nodeId: 'n', node: 'shed' },
        detail: 'Account: is missing: choose one',
        text: 'shed is not configured, and did nothing: Account: is missing: choose one',
      },
    ]);
  });
});
