import assert from 'node:assert/strict';
import type { SimulatorSnapshot } from '../../../../src/simulator';
import { ids } from '../../../simulator/small-state';
import { type ServiceUnderTest, withService } from '../service-under-test';
import { type LimitTests, refusedByClient, refusedByService } from './limit';

const minuteMs = 60_000;
const path = { deviceId: ids.oven };
const largest = 2_147_483_647;

function history(startTime: string, endTime: string, page = { offset: 0, limit: 1 }) {
  return { path, query: { startTime, endTime }, page };
}

function handleEvents({ devices }: SimulatorSnapshot, now: number): void {
  const oven = devices.find(({ id }) => id === ids.oven);
  assert.ok(oven);
  for (let index = 1200; index > 0; index -= 1) {
    const event = {
      at: now - index * minuteMs,
      position: index % 2 === 0 ? 'open' : 'closed',
      source: 'test',
    } as const;
    oven.handleHistory.push(event);
    oven.mainHandleHistory.push(event);
  }
}

function sessions({ plugSessions }: SimulatorSnapshot, now: number): void {
  for (let index = 150; index > 0; index -= 1)
    plugSessions.push({
      id: `session-${index}`,
      deviceId: ids.charger,
      startedAt: now - index * 60 * minuteMs,
      stoppedAt: now - index * 60 * minuteMs + 30 * minuteMs,
      neededWh: 0,
      carMaxA: 16,
      draw: [],
      chargeSessions: [],
    });
}

function overrideEvents(count: number) {
  return ({ overrideEvents: events }: SimulatorSnapshot, now: number) => {
    for (let index = 0; index < count; index += 1)
      events.push({
        id: `event-${index}`,
        creatorOrganizationId: ids.otherOrganization,
        startTime: now,
        status: 'active',
        createdAt: now,
        participations: [],
      });
  };
}

async function eventIds({ neighbour }: ServiceUnderTest): Promise<(string | undefined)[]> {
  return (await neighbour.call('overrideEvents.list', {})).data.map(({ id }) => id);
}

const histories = ['eventHistory.remoteHandle', 'eventHistory.mainHandle'] as const;
const ofOven = { filter: { deviceId: ids.oven } };
const ofCharger = { filter: { deviceId: ids.charger } };
const fromJuly = '2025-07-15T12:00:00.000Z';

export const listLimits: LimitTests = {
  'Historical telemetry time range': {
    '6 months to the millisecond are accepted': withService(async ({ client, raw }) => {
      const input = history(fromJuly, '2026-01-15T12:00:00.000Z');
      assert.equal((await client.call('meter.history', input)).data.results.length, 1);
      assert.equal((await raw('organization', 'meter.history', input)).status, 200);
    }),
    // They are a default: another service may give more.
    'the client sends a millisecond more': withService(async ({ client }) => {
      const input = history(fromJuly, '2026-01-15T12:00:00.001Z');
      await assert.rejects(client.call('meter.history', input), { code: 'REFUSED' });
    }),
    'the service refuses a millisecond more': withService((service) =>
      refusedByService(
        service,
        'organization',
        'meter.history',
        history(fromJuly, '2026-01-15T12:00:00.001Z'),
        'endTime',
      ),
    ),
    'the service refuses more without an end, which is now': withService(async (service) => {
      const { endTime: _, ...query } = history(fromJuly, '').query;
      const input = { path, query, page: { offset: 0, limit: 1 } };
      assert.equal((await service.raw('organization', 'meter.history', input)).status, 200);
      await service.clock.advance(1);
      await refusedByService(service, 'organization', 'meter.history', input, 'endTime');
    }),
  },

  'Event history page': {
    '1000 is the default and the most': withService(async ({ client, raw }) => {
      for (const id of histories) {
        const { data, page } = await client.call(id, ofOven);
        assert.deepEqual([data.length, page?.count, page?.totalCount], [1000, 1000, 1200]);
        assert.equal((await client.call(id, { ...ofOven, page: { limit: 1000 } })).data.length, 1000);
        assert.equal((await raw('organization', id, { ...ofOven, page: { limit: 1000 } })).json.data.length, 1000);
        assert.equal((await client.call(id, { ...ofOven, page: { limit: 0 } })).data.length, 0);
      }
    }, handleEvents),
    'the rest is on the next page': withService(async ({ client, requests }) => {
      for (const id of histories) {
        const timestamps: (string | undefined)[] = [];
        for await (const { items } of client.pages(id, ofOven)) timestamps.push(...items.map((item) => item.timestamp));
        assert.equal(new Set(timestamps).size, 1200);
        assert.equal(requests(id).length, 2);
      }
    }, handleEvents),
    'the client refuses 1001': withService(async (service) => {
      for (const id of histories)
        await refusedByClient(service, id, { ...ofOven, page: { limit: 1001 } }, 'page.limit');
    }),
    'the service refuses 1001': withService(async (service) => {
      for (const id of histories)
        await refusedByService(service, 'organization', id, { ...ofOven, page: { limit: 1001 } }, 'limit');
    }),
  },

  'Plug sessions page': {
    '100 is the default and the most': withService(async ({ client, raw }) => {
      const { data, page } = await client.call('plugSessions.list', ofCharger);
      assert.deepEqual([data.length, page?.totalCount], [100, 150]);
      const most = { ...ofCharger, page: { limit: 100 } };
      assert.equal((await client.call('plugSessions.list', most)).data.length, 100);
      assert.equal((await raw('organization', 'plugSessions.list', most)).json.data.length, 100);
    }, sessions),
    'the rest is on the next page': withService(async ({ client, requests }) => {
      const seen: (string | undefined)[] = [];
      for await (const { items } of client.pages('plugSessions.list', ofCharger))
        seen.push(...items.map(({ id }) => id));
      assert.equal(new Set(seen).size, 150);
      assert.equal(requests('plugSessions.list').length, 2);
    }, sessions),
    'the client refuses 101': withService((service) =>
      refusedByClient(service, 'plugSessions.list', { ...ofCharger, page: { limit: 101 } }, 'page.limit'),
    ),
    'the service refuses 101': withService((service) =>
      refusedByService(service, 'organization', 'plugSessions.list', { ...ofCharger, page: { limit: 101 } }, 'limit'),
    ),
  },

  'Override event list': {
    '500 are all listed': withService(async (service) => {
      assert.equal((await eventIds(service)).length, 500);
    }, overrideEvents(500)),
    'of 501 the first 500': withService(async (service) => {
      const listed = await eventIds(service);
      assert.deepEqual([listed.length, listed[0], listed.at(-1)], [500, 'event-0', 'event-499']);
      const { json } = await service.raw('otherOrganization', 'overrideEvents.list', {});
      assert.equal(json.data.length, 500);
      const last = await service.neighbour.call('overrideEvents.get', { path: { eventId: 'event-500' } });
      assert.equal(last.data.status, 'active');
    }, overrideEvents(501)),
  },

  'Pagination bounds': {
    'offset and limit of 2147483647 are accepted': withService(async ({ client, raw }) => {
      const page = { offset: largest, limit: largest };
      const range = history('2026-01-15T00:00:00Z', '2026-01-15T12:00:00Z', page);
      assert.deepEqual((await client.call('meter.history', range)).data.results, []);
      assert.equal((await raw('organization', 'meter.history', range)).status, 200);
      const session = { path: { plugSessionId: 'session-1' }, page };
      assert.deepEqual((await client.call('plugSessions.meterTelemetry', session)).data.results, []);
      assert.equal((await raw('organization', 'plugSessions.meterTelemetry', session)).status, 200);
      for (const id of histories)
        assert.deepEqual((await client.call(id, { ...ofOven, page: { offset: largest } })).data, []);
      const all = { ...range, page: { offset: 0, limit: largest } };
      // Twelve hours at a report every five minutes, both ends among them.
      assert.equal((await client.call('meter.history', all)).data.results.length, 145);
    }, sessions),
    'the client refuses 2147483648, negative and broken numbers': withService(async (service) => {
      for (const wrong of [largest + 1, -1, 0.5])
        for (const name of ['offset', 'limit'] as const) {
          const range = history('2026-01-15T00:00:00Z', '2026-01-15T12:00:00Z', { offset: 0, limit: 1, [name]: wrong });
          await refusedByClient(service, 'meter.history', range, `page.${name}`);
          const session = { path: { plugSessionId: 'session-1' }, page: { [name]: wrong } };
          await refusedByClient(service, 'plugSessions.meterTelemetry', session, `page.${name}`);
        }
    }),
    'the service refuses them': withService(async (service) => {
      for (const wrong of [largest + 1, -1, 0.5])
        for (const name of ['offset', 'limit'] as const) {
          const range = history('2026-01-15T00:00:00Z', '2026-01-15T12:00:00Z', { offset: 0, limit: 1, [name]: wrong });
          await refusedByService(service, 'organization', 'meter.history', range, name);
          const session = { path: { plugSessionId: 'session-1' }, page: { [name]: wrong } };
          await refusedByService(service, 'organization', 'plugSessions.meterTelemetry', session, name);
        }
    }, sessions),
  },
};
