import assert from 'node:assert/strict';
import type { InputOf } from '../../../src/catalog';
import { plugIn } from '../../../src/simulator/charging/plug';
import { chargingPowerW } from '../../../src/simulator/physics';
import type { PlugSessionState } from '../../../src/simulator/state';
import { ids } from '../small-state';
import {
  at,
  criterion,
  day,
  hour,
  items,
  minute,
  refused,
  type SmallService,
  second,
  smallService,
  start,
} from './small-service';

const path = { deviceId: ids.charger };

function plugInCar(service: SmallService, neededWh = 60_000, leavesAt?: number): PlugSessionState {
  const car = { neededWh, carMaxA: 32, ...(leavesAt === undefined ? {} : { leavesAt }) };
  return plugIn(service.context, service.deviceOf(ids.charger), car, service.clock.now());
}

function onlySession(service: SmallService) {
  const [session] = items(service.call('org', 'plugSessions.list', { filter: [criterion('deviceId', ids.charger)] }));
  assert.ok(session);
  return session;
}

async function configure(service: SmallService, body: InputOf<'evse.updateConfiguration'>['body']): Promise<void> {
  service.call('org', 'evse.updateConfiguration', { path, body });
  await service.advance(2 * second);
}

function past(id: string, startedAt: number, stoppedAt: number | undefined): PlugSessionState {
  return {
    id,
    deviceId: ids.charger,
    startedAt,
    ...(stoppedAt === undefined ? {} : { stoppedAt }),
    neededWh: 0,
    carMaxA: 32,
    draw: [],
    chargeSessions: [],
  };
}

describe('spec 2.11 plug session', () => {
  it('energy and currents follow what was drawn', async () => {
    const service = smallService();
    plugInCar(service);
    await service.advance(hour);
    const session = onlySession(service);
    assert.equal(session.status, 'active');
    assert.equal(session.startedAt, at(start));
    assert.equal(session.stoppedAt, undefined);
    assert.equal(session.energyTransferred, Math.round(chargingPowerW(32)));
    assert.deepEqual([session.ampsAverage, session.ampsMax, session.totalSecondsWithLoad], [32, 32, 3600]);
    assert.equal(session.chargeSessions?.length, 1);
  });

  it('a change of the configuration changes the current when it is in force', async () => {
    const service = smallService();
    plugInCar(service);
    await service.advance(hour);
    const restrictions = { maxCurrent: 10 };
    await configure(service, {
      mode: 'cloud-api',
      configuration: { apiConfiguration: { enabled: true, restrictions } },
    });
    await service.advance(hour);
    assert.deepEqual(service.state.plugSessions[0]?.draw, [
      { at: start, amps: 32 },
      { at: start + hour + 2 * second, amps: 10 },
    ]);
  });

  it('a limit of energy ends charging, and the session stays active', async () => {
    const service = smallService();
    plugInCar(service);
    const restrictions = { maxEnergy: 3000 };
    await configure(service, {
      mode: 'cloud-api',
      configuration: { apiConfiguration: { enabled: true, restrictions } },
    });
    await service.advance(5 * hour);
    const session = onlySession(service);
    assert.equal(session.energyTransferred, 3000);
    assert.equal(session.status, 'active');
    assert.equal(session.chargeSessions?.[0]?.status, 'completed');
  });

  it('a car that is full draws nothing more', async () => {
    const service = smallService();
    plugInCar(service, 5000);
    await service.advance(5 * hour);
    assert.equal(onlySession(service).energyTransferred, 5000);
    assert.equal(service.state.plugSessions[0]?.draw.at(-1)?.amps, 0);
    assert.equal(service.call('org', 'evse.state', { path }).state?.val, 'B2');
  });

  it('charging pauses and resumes with the charge windows', async () => {
    const service = smallService();
    plugInCar(service);
    const windows = [
      { start: { day: 'thursday', time: '1300' }, stop: { day: 'thursday', time: '1400' } },
      {
        start: { day: 'thursday', time: '1500' },
        stop: { day: 'thursday', time: '1530' },
        restrictions: { maxCurrent: 6 },
      },
    ] as const;
    const configuration = { windowConfiguration: { windows: [...windows] } };
    await configure(service, { mode: 'charge-windows', configuration });
    await service.advance(8 * hour);
    assert.deepEqual(
      service.state.plugSessions[0]?.draw.map((entry) => [at(entry.at).slice(11, 19), entry.amps]),
      [
        ['12:00:00', 32],
        ['12:00:02', 0],
        ['13:00:00', 32],
        ['14:00:00', 0],
        ['15:00:00', 6],
        ['15:30:00', 0],
      ],
    );
    const session = onlySession(service);
    assert.deepEqual(
      session.chargeSessions?.map(({ startedAt }) => startedAt?.slice(11, 19)),
      ['12:00:00', '13:00:00', '15:00:00'],
    );
    assert.equal(session.chargeSessions?.[1]?.energyTransferred, Math.round(chargingPowerW(32)));
    assert.equal(session.totalSecondsWithLoad, 2 + 3600 + 1800);
  });

  it('a session is completed when the car leaves', async () => {
    const service = smallService();
    plugInCar(service, 60_000, start + hour);
    await service.advance(2 * hour);
    const session = onlySession(service);
    assert.equal(session.status, 'completed');
    assert.equal(session.stoppedAt, at(start + hour));
    assert.equal(session.energyTransferred, Math.round(chargingPowerW(32)));
    assert.equal(session.chargeSessions?.[0]?.stoppedAt, at(start + hour));
    assert.equal(service.call('org', 'evse.state', { path }).state?.val, 'idle');
  });

  it('a car with a routine is back every evening and gone every morning', async () => {
    const service = smallService();
    plugInCar(service, 60_000, start + hour);
    await service.advance(3 * day + 2 * hour);
    const sessions = service.state.plugSessions;
    assert.equal(sessions.length, 4);
    for (const [index, { startedAt, leavesAt }] of sessions.entries()) {
      assert.equal(leavesAt, start + hour + index * day);
      if (index > 0)
        assert.ok(startedAt >= start + (index - 1) * day + 11.5 * hour && startedAt <= start + index * day + hour / 2);
    }
    assert.equal(sessions.filter(({ stoppedAt }) => stoppedAt === undefined).length, 0);
  });
});

describe('spec 4.7 list of plug sessions', () => {
  function withPast(): SmallService {
    const service = smallService();
    service.state.plugSessions.push(
      past('a', start - 3 * day, start - 3 * day + 9 * hour),
      past('running', start - minute, undefined),
      past('b', start - 2 * day, start - 2 * day + hour),
    );
    return service;
  }
  const own = criterion('deviceId', ids.charger);
  function found(service: SmallService, filter = [own], about: object = {}) {
    const reply = service.call('org', 'plugSessions.list', { filter, ...about });
    return items(reply).map(({ id }) => id);
  }

  it('the default order is the latest start first', () => {
    assert.deepEqual(found(withPast()), ['running', 'b', 'a']);
  });

  it('$orderby takes either instant in both directions; a running session stops last', () => {
    const service = withPast();
    const order = (by: string, direction: string) => found(service, [own], { orderby: { by, direction } });
    assert.deepEqual(order('startedAt', 'asc'), ['a', 'b', 'running']);
    assert.deepEqual(order('stoppedAt', 'asc'), ['a', 'b', 'running']);
    assert.deepEqual(order('stoppedAt', 'desc'), ['running', 'b', 'a']);
  });

  it('criteria on status and instants are joined', () => {
    const service = withPast();
    assert.deepEqual(found(service, [own, criterion('status', 'active')]), ['running']);
    assert.deepEqual(found(service, [own, criterion('status', 'completed')]), ['b', 'a']);
    assert.deepEqual(found(service, [own, criterion('startedAt', at(start - 2 * day), 'ge')]), ['running', 'b']);
    assert.deepEqual(found(service, [own, criterion('startedAt', at(start - 2 * day), 'gt')]), ['running']);
    assert.deepEqual(found(service, [criterion('stoppedAt', '2026-01-13', 'lt')]), ['a']);
    assert.deepEqual(found(service, [criterion('deviceId', ids.oven)]), []);
  });

  it('a page is cut out of the list, and the total stays', () => {
    const reply = withPast().call('org', 'plugSessions.list', { filter: [own], page: { offset: 1, limit: 1 } });
    assert.ok('items' in reply);
    assert.deepEqual(
      reply.items.map(({ id }) => id),
      ['b'],
    );
    assert.equal(reply.totalCount, 3);
  });

  it('an organization sees the sessions of its own chargers', () => {
    const service = withPast();
    assert.deepEqual(items(service.call('other', 'plugSessions.list', { filter: [own] })), []);
    refused(404, () => service.call('other', 'plugSessions.meterTelemetry', { path: { plugSessionId: 'a' } }));
  });
});

describe('spec 4.7 meter history of a plug session', () => {
  it('pages through the reports between plug and unplug', async () => {
    const service = smallService();
    const { id } = plugInCar(service, 60_000, start + hour);
    await service.advance(2 * hour);
    const read = (offset: number, limit: number) =>
      service.call('org', 'plugSessions.meterTelemetry', { path: { plugSessionId: id }, page: { offset, limit } });
    const all = read(0, 100);
    assert.equal(all.deviceId, ids.charger);
    assert.ok((all.totalCount ?? 0) >= 12 && (all.totalCount ?? 0) <= 13);
    assert.equal(all.results.length, all.totalCount);
    for (const { ts = 0 } of all.results) assert.ok(ts >= start / 1000 && ts <= (start + hour) / 1000);
    assert.ok((all.results[5]?.currentA?.val ?? 0) > 30);
    const page = read(3, 2);
    assert.deepEqual(page.results, all.results.slice(3, 5));
    assert.equal(page.totalCount, all.totalCount);
  });

  it('an unknown session is not found', () => {
    refused(404, () => smallService().call('org', 'plugSessions.meterTelemetry', { path: { plugSessionId: 'gone' } }));
  });
});
