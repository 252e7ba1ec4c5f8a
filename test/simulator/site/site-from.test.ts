import assert from 'node:assert/strict';
import { createManualClock } from '../../../src/clock';
import {
  createSimulator,
  demoSite,
  describeState,
  type SiteDescription,
  siteFrom,
  siteProblems,
} from '../../../src/simulator';
import { energyBetween } from '../../../src/simulator/physics';

const hourMs = 3_600_000;
/** A Monday, 08:00 in Berlin. */
const now = Date.parse('2026-06-15T06:00:00Z');

function site(device: Partial<SiteDescription['devices'][number]> = {}): SiteDescription {
  return {
    version: 1,
    describedAt: '2026-06-14T00:00:00Z',
    organization: { id: 'org', name: 'House' },
    zone: 'Europe/Berlin',
    locations: [
      { id: 'house', type: 'address', name: 'House', place: { latitude: 52.5, longitude: 13.4 } },
      { id: 'panel', parentId: 'house', type: 'equipment', name: 'Panel' },
    ],
    devices: [{ id: 'one', name: 'One', type: 'emcb', locationId: 'panel', ...device }],
  };
}

/** 100 W and a watt more for each quarter of the week. */
const ramp = Array.from({ length: 672 }, (_, quarter) => 100 + quarter);

describe('a site made from its description', () => {
  it('has the devices under their own ids, with their names, ratings, handles and settings', () => {
    const { devices, locations } = siteFrom(
      site({
        ...{ sku: 'BREM2030', serialNumber: 'SN1', leg: 'B', remoteHandle: 'open', openedBy: 'schedule' },
        settings: { dataReportRate: 60 },
      }),
      { seed: 1, now },
    );
    const [device] = devices;
    assert.equal(device?.id, 'one');
    assert.deepEqual([device?.label, device?.poles, device?.ratedA, device?.leg], ['One', 2, 30, 'B']);
    assert.deepEqual([device?.remoteHandle, device?.handleHistory.at(-1)?.source], ['open', 'schedule']);
    assert.equal(device?.settings.dataReportRate, 60);
    assert.deepEqual(locations[0]?.details.address?.coordinates, { latitude: '52.5', longitude: '13.4' });
  });

  it('repeats a recorded week by the clock of its zone, on both sides of the change to winter time', () => {
    const state = siteFrom(site({ recorded: { everyMinutes: 15, watts: ramp } }), { seed: 1, now });
    const [device] = state.devices;
    assert(device);
    // 08:00 of a Monday: 32 hours after Sunday 00:00.
    for (const monday of ['2026-06-15T06:00:00Z', '2026-06-22T06:00:00Z', '2026-10-26T07:00:00Z']) {
      const from = Date.parse(monday);
      const { deliveredWH } = energyBetween(device, from, from + hourMs, state);
      const wanted = (100 + 32 * 4 + 1.5) * 1;
      assert(Math.abs(deliveredWH / wanted - 1) < 0.005, `${monday}: ${deliveredWH} instead of ${wanted}`);
    }
  });

  it('fills what was not recorded by the kind of the load, at the local hour', () => {
    const lamps = { loadDetails: { type: 'lighting' }, load: { kind: 'lighting' as const, ratedA: 5, seed: 3 } };
    const gaps = ramp.map((value, quarter) => (quarter >= 32 * 4 && quarter < 36 * 4 ? value : null));
    const state = siteFrom(site({ ...lamps, recorded: { everyMinutes: 15, watts: gaps } }), { seed: 1, now });
    const [device] = state.devices;
    assert(device);
    const energy = (hour: number) =>
      energyBetween(device, now + hour * hourMs, now + (hour + 1) * hourMs, state).deliveredWH;
    assert(energy(0) > 220 && energy(0) < 240, `recorded: ${energy(0)}`);
    const evening = energy(13);
    const night = energy(19);
    assert(evening > 2 * night + 20, `21:00: ${evening}, 03:00: ${night}`);
  });

  it('does not let the clock of the simulated house decide over a load of another zone', () => {
    const lights = { load: { kind: 'lighting' as const, ratedA: 5, seed: 3 } };
    const berlin = siteFrom(site(lights), { seed: 1, now });
    const tokyo = siteFrom({ ...site(lights), zone: 'Asia/Tokyo' }, { seed: 1, now });
    const [one] = berlin.devices;
    const [other] = tokyo.devices;
    assert(one && other);
    // Tokyo is seven hours ahead.
    for (const hour of [2, 9, 15])
      assert.equal(
        energyBetween(one, now + hour * hourMs, now + (hour + 1) * hourMs, berlin).deliveredWH.toFixed(0),
        energyBetween(other, now + (hour - 7) * hourMs, now + (hour - 6) * hourMs, tokyo).deliveredWH.toFixed(0),
      );
  });

  it('draws as much for a load of another nameplate as the recording says in proportion', async () => {
    const state = siteFrom(site({ recorded: { everyMinutes: 15, watts: ramp }, load: { ratedA: 4 } }), {
      seed: 1,
      now,
    });
    const simulator = await createSimulator({ clock: createManualClock(now), initialState: state });
    try {
      const power = () => simulator.controls.devices()[0]?.electrical.powerW ?? 0;
      const before = power();
      simulator.controls.setLoad('one', { ratedA: 8 });
      assert(Math.abs(power() / before - 2) < 0.01, `${before} W became ${power()} W`);
    } finally {
      await simulator.close();
    }
  });

  it('lets the cars of the week come and leave, and holds the one that is there', async () => {
    // Sunday 19:00 to Monday 09:00, and Monday 18:00 to 22:00, in Berlin.
    const visits = [
      { minute: 19 * 60, minutes: 14 * 60, neededWh: 90_000, carMaxA: 16 },
      { minute: (24 + 18) * 60, minutes: 240, neededWh: 5_000, carMaxA: 10 },
    ];
    const clock = createManualClock(now);
    const state = siteFrom(site({ type: 'ev-emcb', visits }), { seed: 1, now });
    const simulator = await createSimulator({ clock, initialState: state });
    const seen: [string, boolean][] = [];
    try {
      for (let hour = 0; hour < 18; hour++) {
        const [charger] = simulator.controls.devices();
        const pluggedIn = charger?.pluggedIn ?? false;
        if (seen.at(-1)?.[1] !== pluggedIn) seen.push([new Date(clock.now()).toISOString().slice(11, 16), pluggedIn]);
        await clock.advance(hourMs);
      }
    } finally {
      await simulator.close();
    }
    assert.deepEqual(seen, [
      ['06:00', true],
      ['07:00', false],
      ['16:00', true],
      ['20:00', false],
    ]);
  });

  it('expects no car where none came', async () => {
    const clock = createManualClock(now);
    const state = siteFrom(site({ type: 'ev-emcb' }), { seed: 1, now });
    const simulator = await createSimulator({ clock, initialState: state });
    try {
      await clock.advance(48 * hourMs);
      assert.equal(simulator.controls.devices()[0]?.pluggedIn, false);
    } finally {
      await simulator.close();
    }
  });

  it('has secrets of its own', () => {
    const text = JSON.stringify(describeState(demoSite(1, now), now));
    const { apiKey, application, organizations } = demoSite(1, now);
    const secrets = [
      apiKey,
      ...[application, ...organizations.map(({ serviceAccount }) => serviceAccount)].flatMap((account) => [
        account.clientId,
        ...account.secrets.map(({ value }) => value),
      ]),
    ];
    for (const secret of secrets) assert(!text.includes(secret), secret);
  });
});

describe('the description of a simulated site', () => {
  it('has no problems, and makes a site that draws the same at any hour', () => {
    const house = demoSite(1, now);
    const description = describeState(house, now);
    assert.deepEqual(siteProblems(JSON.parse(JSON.stringify(description))), []);
    const copy = siteFrom(description, { seed: 9, now });
    for (const [index, device] of house.devices.entries()) {
      const other = copy.devices[index];
      assert(other);
      const { alignmentSince: _other, ...settings } = other.settings;
      const { alignmentSince: _device, ...wanted } = device.settings;
      assert.deepEqual(
        [other.id, other.label, other.poles, other.ratedA, other.leg, settings, other.serialNumber],
        [device.id, device.label, device.poles, device.ratedA, device.leg, wanted, device.serialNumber],
      );
      if (device.evse !== undefined) continue;
      for (const day of [1, 40, 200]) {
        const from = now + day * 24 * hourMs;
        assert.deepEqual(
          energyBetween(other, from, from + hourMs, copy).deliveredWH.toFixed(1),
          energyBetween(device, from, from + hourMs, house).deliveredWH.toFixed(1),
          device.label,
        );
      }
    }
  });

  it('goes on as the site itself: the cars come and take the same for three days', async () => {
    const clock = createManualClock(now);
    const house = demoSite(1, now);
    const copy = siteFrom(JSON.parse(JSON.stringify(describeState(house, now))), { seed: 1, now });
    const simulators = await Promise.all([house, copy].map((initialState) => createSimulator({ clock, initialState })));
    try {
      for (let quarter = 0; quarter < 288; quarter++) {
        await clock.advance(hourMs / 4);
        const [real, described] = simulators.map(({ controls }) =>
          controls.devices().map(({ label, pluggedIn, electrical }) => [label, pluggedIn, electrical.powerW]),
        );
        assert.deepEqual(described, real, new Date(clock.now()).toISOString());
      }
    } finally {
      await Promise.all(simulators.map((simulator) => simulator.close()));
    }
  });

  it('has the car that was there last at another time of the year, and it comes back', async () => {
    const description = describeState(demoSite(1, now), now);
    for (const at of ['2026-01-10T16:30:00Z', '2027-02-01T02:10:00Z'].map((text) => Date.parse(text))) {
      const clock = createManualClock(at);
      const simulator = await createSimulator({ clock, initialState: siteFrom(description, { seed: 1, now: at }) });
      try {
        let came = 0;
        simulator.controls.onEvent((event) => {
          if (event.type === 'evse-changed') came += 1;
        });
        await clock.advance(48 * hourMs);
        assert(came > 4, `${came} changes`);
      } finally {
        await simulator.close();
      }
    }
  });

  it('has the car that is plugged in, and it charges on', () => {
    const house = demoSite(1, now);
    const copy = siteFrom(describeState(house, now), { seed: 1, now });
    const running = (state: typeof house) => state.plugSessions.filter(({ stoppedAt }) => stoppedAt === undefined);
    assert.deepEqual(
      running(copy).map(({ deviceId, neededWh, carMaxA }) => [deviceId, neededWh, carMaxA]),
      running(house).map(({ deviceId, neededWh, carMaxA }) => [deviceId, neededWh, carMaxA]),
    );
  });
});
