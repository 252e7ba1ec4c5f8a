import assert from 'node:assert/strict';
import { type Client, ClientError } from '../../src/client';
import { createManualClock } from '../../src/clock';
import { describeSite, gapSentence, type NamedCircuit, type SiteReading, type StoredNode } from '../../src/rehearsal';
import { type SiteDescription, siteProblems } from '../../src/simulator';
import { type SimulatedService, startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';
import { midnight, rehearsed } from './rehearsed';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const zone = 'America/Chicago';
const startMs = Date.parse(midnight);
const flow: readonly StoredNode[] = [
  { id: 't', type: 'tab', label: 'trial' },
  { id: 'a', type: 'breaker-account', name: 'House', mode: 'service', baseUrl: 'https://api.example', armed: true },
];

/** Reads the demo site as that of an account of the service. */
function describedSite(service: SimulatedService, changed: Partial<SiteReading> = {}): Promise<SiteDescription> {
  const circuits: NamedCircuit[] = service.simulator.controls
    .devices()
    .map(({ id, label }) => ({ deviceId: id, name: label }));
  const reading = { client: service.client(), now: service.clock.now, name: 'House', circuits, zone };
  return turned(service.clock, describeSite({ ...reading, ...changed }));
}

/** Answers some operations otherwise than the service. */
function answering(client: Client, others: Partial<Record<string, () => never>>): SiteReading['client'] {
  const failed = (operation: string) => others[operation]?.();
  return {
    call: async (operation, input, options) => failed(operation) ?? client.call(operation, input, options),
    list: async (operation, input, options) => failed(operation) ?? client.list(operation, input, options),
    async *pages(operation, input, options) {
      failed(operation);
      yield* client.pages(operation, input, options);
    },
  };
}

const refused = () => {
  throw new ClientError('FORBIDDEN', 'nobody may read it', {});
};

/** The mean power of each hour of a day by the reports of the meter, W. */
async function hoursOfHistory(service: SimulatedService, deviceId: string): Promise<number[]> {
  const fromMs = startMs - weekMs;
  const range = { startTime: new Date(fromMs).toISOString(), endTime: new Date(fromMs + 25 * hourMs).toISOString() };
  const input = { path: { deviceId }, query: range, page: { offset: 0, limit: 1_000 } };
  const reports = await turned(service.clock, service.client().list('meter.history', input));
  const hours = Array<number>(24).fill(0);
  for (const { ts = 0, energyDelta: { deliveredWH = 0, generatedWH = 0, deltaTime = 0 } = {} } of reports)
    for (let second = 0; second < deltaTime; second += 30) {
      const hour = Math.floor((ts * 1000 - (second + 15) * 1000 - fromMs) / hourMs);
      if (hour >= 0 && hour < 24) hours[hour] = (hours[hour] ?? 0) + ((deliveredWH - generatedWH) * 30) / deltaTime;
    }
  return hours;
}

describe('a rehearsal of the site of an account', function () {
  this.timeout(120_000);
  let service: SimulatedService;
  let site: SiteDescription;
  before(async () => {
    service = await startServiceInProcess({ clock: createManualClock(startMs) });
    site = await describedSite(service);
  });
  after(() => service?.close());

  it('begins with a description that has no problems, no gaps and no secret', () => {
    assert.deepEqual(siteProblems(JSON.parse(JSON.stringify(site))), []);
    assert.deepEqual(site.gaps, []);
    const { apiKey, application, organization } = service.simulator.credentials;
    const text = JSON.stringify(site);
    for (const secret of [apiKey, application.clientId, application.clientSecret, organization.clientSecret])
      assert(!text.includes(secret));
  });

  it('has the same devices, and each draws within 2 % of what it drew at the same hour a week before', async () => {
    const { result, sites } = await rehearsed({ flow, scenario: { start: midnight, hours: 24 }, siteOf: () => site });
    assert.equal(result.ending, 'done');
    assert.deepEqual(
      sites.map(({ isDescribed }) => isDescribed),
      [true],
    );
    const real = service.simulator.controls.devices();
    assert.deepEqual(
      result.samples.devices,
      real.map(({ id, label, ratedA, poles }) => ({ id, label, ratedA, poles })),
    );
    for (const [index, { id, label, hardwareType, ratedA, poles }] of real.entries()) {
      if (hardwareType === 'ev-emcb') continue;
      const wanted = await hoursOfHistory(service, id);
      const watts = result.samples.watts[index] ?? [];
      for (let hour = 0; hour < 24; hour++) {
        const minutes = watts.slice(hour * 60, hour * 60 + 60);
        const mean = minutes.reduce((sum, value) => sum + value, 0) / minutes.length;
        const off = Math.abs(mean - (wanted[hour] ?? 0));
        const allowed = 0.02 * Math.max(Math.abs(wanted[hour] ?? 0), 0.05 * ratedA * poles * 120);
        assert(off <= allowed, `${label}, hour ${hour}: ${mean} W instead of ${wanted[hour]} W`);
      }
    }
  });

  it('lets the cars of the week come at their hours, and take what they took', async () => {
    const controls = service.simulator.controls;
    const chargers = controls.devices().filter(({ hardwareType }) => hardwareType === 'ev-emcb');
    const { result } = await rehearsed({ flow, scenario: { start: midnight, hours: 168 }, siteOf: () => site });
    for (const { id, label } of chargers) {
      const watts = result.samples.watts[result.samples.devices.findIndex((device) => device.id === id)] ?? [];
      const takenWh = watts.reduce((sum, value) => sum + value / 60, 0);
      const wantedWh = (site.devices.find((device) => device.id === id)?.visits ?? []).reduce(
        (sum, { neededWh }) => sum + neededWh,
        0,
      );
      assert(wantedWh > 5_000, label);
      assert(Math.abs(takenWh / wantedWh - 1) < 0.1, `${label} took ${takenWh} Wh of ${wantedWh} Wh`);
    }
  });

  it('tells what was not read in sentences, and goes on with what is usual', async () => {
    const data = () => {
      throw new ClientError('FORBIDDEN', 'nobody may read it', {});
    };
    const client = answering(service.client(), {
      'deviceData.get': data,
      'meter.history': refused,
      'plugSessions.list': refused,
      'evse.getConfiguration': refused,
    });
    const { zone: _zone, ...reading } = { client, now: () => startMs, name: 'House', zone };
    const found = await turned(service.clock, describeSite(reading));
    assert.deepEqual(siteProblems(found), []);
    assert.deepEqual(
      new Set(found.gaps?.map(({ what }) => what)),
      new Set(['zone', 'deviceData', 'history', 'configuration', 'sessions']),
    );
    const { sites, result } = await rehearsed({ flow, scenario: { start: midnight, hours: 0.1 }, siteOf: () => found });
    assert.equal(result.ending, 'done');
    const sentences = sites.flatMap(({ gaps }) => gaps.map(gapSentence));
    assert(
      sentences.some((sentence) =>
        /^There is no history of .*: it draws what a load of its kind would\./.test(sentence),
      ),
    );
    assert(
      sentences.some((sentence) => sentence.startsWith('No time zone is known of Homes: it lives by the clock of')),
    );
  });

  it('tells of a device whose ratings neither the device nor its name of the article says', async () => {
    const [first] = await turned(service.clock, service.client().list('devices.list', {}));
    assert(first !== undefined);
    const client = answering(service.client(), { 'deviceData.get': refused, 'meter.history': refused });
    const nameless: SiteReading['client'] = {
      ...client,
      list: async (operation, input, options) => {
        const items = await client.list(operation, input, options);
        return operation === 'devices.list' ? (items.map((item) => ({ ...item, sku: 'X-1' })) as typeof items) : items;
      },
    };
    const found = await turned(
      service.clock,
      describeSite({ client: nameless, now: () => startMs, name: 'House', zone }),
    );
    const ratings = (found.gaps ?? []).filter(({ what }) => what === 'ratings');
    assert.equal(ratings.length, found.devices.length);
    assert.match(gapSentence(ratings[0] ?? assert.fail()), /^The ratings of .+ are not known: those of a usual device/);
  });

  it('leaves out what is beyond 200 devices, and says how many these are', async () => {
    const client = answering(service.client(), {
      ...{ 'deviceData.get': refused, 'meter.history': refused, 'plugSessions.list': refused },
      'evse.getConfiguration': refused,
    });
    const [first] = await turned(service.clock, service.client().list('devices.list', {}));
    const crowd = Array.from({ length: 203 }, (_, index) => ({ ...first, id: `d${index}`, serialNumber: `s${index}` }));
    const crowded: SiteReading['client'] = {
      ...client,
      list: async (operation, input, options) =>
        operation === 'devices.list' ? (crowd as never) : client.list(operation, input, options),
    };
    const found = await turned(
      service.clock,
      describeSite({ client: crowded, now: () => startMs, name: 'House', zone }),
    );
    assert.equal(found.devices.length, 200);
    assert.deepEqual((found.gaps ?? []).filter(({ what }) => what === 'more').map(gapSentence), [
      '3 more devices were left out.',
    ]);
  });

  it('ends before the first answer with the reason for which it was cancelled', async () => {
    const reading = { client: service.client(), now: () => startMs, name: 'House', zone };
    const signal = AbortSignal.abort(new Error('never mind'));
    await assert.rejects(turned(service.clock, describeSite({ ...reading, signal })), /^Error: never mind$/);
  });

  it('needs the list of the devices', async () => {
    const client = answering(service.client(), { 'devices.list': refused });
    await assert.rejects(turned(service.clock, describeSite({ client, now: () => startMs, name: 'House', zone })), {
      code: 'FORBIDDEN',
    });
  });

  it('tells how far the reading has come, and ends it when it is cancelled', async () => {
    const cancelled = new AbortController();
    const seen: string[] = [];
    const reading = describedSite(service, {
      signal: cancelled.signal,
      onProgress({ read, devices }) {
        seen.push(`${read} of ${devices}`);
        if (read === 2) cancelled.abort(new Error('enough'));
      },
    });
    await assert.rejects(reading, /^Error: enough$/);
    assert.deepEqual(seen.slice(0, 3), ['0 of 14', '1 of 14', '2 of 14']);
    assert(seen.length < 14);
  });
});
