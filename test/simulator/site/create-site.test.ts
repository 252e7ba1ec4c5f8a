import assert from 'node:assert/strict';
import { deviceSkus } from '../../../src/catalog';
import { createIdentifiers } from '../../../src/simulator/identifiers';
import { captureWaveform, electricalState, energyAt, energyBetween } from '../../../src/simulator/physics';
import { createSite } from '../../../src/simulator/site';

const now = Date.UTC(2026, 2, 31, 23, 30);

function siteOf(seed: number, at = now) {
  const counter = { sequence: 0 };
  return { site: createSite({ seed, now: at, ...createIdentifiers(seed, counter) }), counter };
}

describe('the seeded site', () => {
  const { site, counter } = siteOf(1);
  const breakers = site.devices.filter(({ hardwareType }) => hardwareType === 'emcb');
  const chargers = site.devices.filter(({ hardwareType }) => hardwareType === 'ev-emcb');

  it('is the same for the same seed and another for another seed', () => {
    assert.deepEqual(siteOf(1).site, site);
    assert.notDeepEqual(siteOf(2).site.devices, site.devices);
  });

  it('is plain JSON that survives a file, and counts the identifiers it took', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(site)), site);
    assert.equal(site.sequence, counter.sequence);
  });

  it('has a panel of twelve single- and two-pole breakers and two EV chargers', () => {
    assert.equal(breakers.length, 12);
    assert.deepEqual([...new Set(breakers.map(({ poles }) => poles))].sort(), [1, 2]);
    assert.equal(chargers.length, 2);
    for (const { chargerStationId, evse } of chargers) assert.ok(chargerStationId !== undefined && evse !== undefined);
    assert.ok(site.devices.every(({ sku }) => (deviceSkus as readonly string[]).includes(sku)));
    assert.ok(breakers.every(({ sku, poles, ratedA }) => sku.endsWith(`${poles}0${ratedA}`)));
  });

  it('gives every identifier, serial number and label once', () => {
    const ids = [
      ...site.devices.flatMap(({ id, waveforms }) => [id, ...waveforms.map((capture) => capture.id)]),
      ...site.locations.map(({ id }) => id),
      ...site.plugSessions.map(({ id }) => id),
      ...site.users.map(({ id }) => id),
      ...site.userRoles.map(({ id }) => id),
      ...site.organizations.map(({ id }) => id),
    ];
    assert.equal(new Set(ids).size, ids.length);
    for (const field of ['serialNumber', 'label'] as const)
      assert.equal(new Set(site.devices.map((device) => device[field])).size, site.devices.length);
  });

  it('stands in a tree of custom, address and equipment, with coordinates', () => {
    const typeOf = (id: string | undefined) => site.locations.find((location) => location.id === id)?.locationType;
    for (const { locationType, parentLocationId } of site.locations) {
      const above = { custom: undefined, address: 'custom', equipment: 'address' }[locationType];
      assert.equal(typeOf(parentLocationId), above);
    }
    assert.ok(site.devices.every(({ locationId }) => typeOf(locationId) === 'equipment'));
    const address = site.locations.find(({ locationType }) => locationType === 'address');
    assert.match(address?.details.address?.coordinates?.latitude ?? '', /^40\.\d+$/);
  });

  it('was commissioned 14 months ago, and every past lies between then and now, in order', () => {
    for (const device of site.devices) {
      const months = (now - device.commissionedAt) / (30.44 * 86_400_000);
      assert.ok(months > 13 && months < 15.5, `${months}`);
      const instants = device.conduction.map(({ at }) => at);
      assert.deepEqual(
        instants,
        [...instants].sort((a, b) => a - b),
      );
      const past = [...instants, ...device.waveforms.map(({ capturedAt }) => capturedAt), device.onlineSince];
      assert.ok(past.every((at) => at >= device.commissionedAt && at <= now));
      assert.equal(device.conduction.at(-1)?.closed, true);
    }
  });

  it('has handle histories that agree with what the circuit conducted', () => {
    const moved = site.devices.filter(
      ({ handleHistory, mainHandleHistory }) => handleHistory.length + mainHandleHistory.length > 0,
    );
    assert.ok(moved.length >= 3);
    for (const device of moved) {
      const moves = [...device.handleHistory, ...device.mainHandleHistory].map(({ at, position }) => ({
        at,
        closed: position === 'closed',
      }));
      assert.deepEqual(device.conduction.slice(1), moves);
    }
    assert.ok(moved.some(({ handleHistory }) => handleHistory.some(({ source }) => source === 'timer')));
  });

  for (const at of [now, Date.UTC(2026, 6, 1, 4), Date.UTC(2027, 0, 1, 12, 59)]) {
    it(`has plug sessions that are over, in which the car got what it needed, and one that is not (${new Date(at).toISOString()})`, () => {
      const { site: house } = siteOf(3, at);
      const active = house.plugSessions.filter(({ stoppedAt }) => stoppedAt === undefined);
      assert.equal(active.length, 1);
      assert.ok(house.plugSessions.length > 10);
      for (const session of house.plugSessions) {
        const device = house.devices.find(({ id }) => id === session.deviceId);
        assert.ok(device !== undefined);
        const end = session.stoppedAt ?? at;
        assert.ok(session.startedAt < end && end <= at && session.settledAt === end);
        const { deliveredWH } = energyBetween(device, session.startedAt, end, house);
        if (session.stoppedAt === undefined) assert.ok(deliveredWH > 4000 && deliveredWH < session.neededWh);
        else assert.ok(Math.abs(deliveredWH - session.neededWh) < 1, `${deliveredWH} of ${session.neededWh} Wh`);
        const overlapping = house.plugSessions.filter(
          (other) =>
            other !== session &&
            other.deviceId === session.deviceId &&
            other.startedAt < end &&
            (other.stoppedAt ?? at) > session.startedAt,
        );
        assert.deepEqual(overlapping, []);
      }
      const charger = house.devices.find(({ id }) => id === active[0]?.deviceId);
      assert.ok(charger !== undefined && electricalState(charger, at, house).currentA > 25);
    });
  }

  it('respects the current limit of the charger that has one', () => {
    const limited = chargers.find(({ evse }) => evse?.configuration.mode === 'cloud-api');
    const sessions = site.plugSessions.filter(({ deviceId }) => deviceId === limited?.id);
    assert.ok(sessions.length > 3);
    assert.ok(sessions.every(({ draw }) => draw.every(({ amps }) => amps <= 24)));
  });

  it('has circuits that draw less than their rating, and registers of a year', () => {
    for (const device of site.devices) {
      assert.ok(device.load.ratedA <= device.ratedA);
      const { deliveredWH, generatedWH } = energyAt(device, now, site);
      if (device.load.kind !== 'spare')
        assert.ok(deliveredWH + generatedWH > 100_000, `${device.label} ${deliveredWH}`);
    }
    assert.ok(site.devices.some((device) => energyAt(device, now, site).generatedWH > 1_000_000));
  });

  it('has captures that can be read', () => {
    const captures = site.devices.flatMap((device) => device.waveforms.map((capture) => ({ device, capture })));
    assert.ok(captures.length >= 4);
    assert.deepEqual([...new Set(captures.map(({ capture }) => capture.type))].sort(), ['fastRMS', 'waveform']);
    for (const { device, capture } of captures)
      assert.ok((captureWaveform(device, capture, site).data?.mVp0?.length ?? 0) >= 200);
  });

  it('has two secrets an account, valid for a year, and installers; nothing else is registered', () => {
    const [organization] = site.organizations;
    assert.equal(site.organizations.length, 1);
    for (const { secrets } of [site.application, organization?.serviceAccount ?? { secrets: [] }]) {
      assert.deepEqual(
        secrets.map(({ name, expiry }) => [name, (expiry - now) / 86_400_000]),
        [
          ['secret1', 365],
          ['secret2', 365],
        ],
      );
    }
    assert.deepEqual(
      site.roles.map(({ name }) => name),
      ['Installer'],
    );
    assert.ok(site.users.length === 2 && site.userRoles.every(({ status }) => status === 'active'));
    for (const list of ['tokens', 'webhooks', 'streams', 'deviceStreams', 'batches', 'udpKeys', 'inviteCodes'] as const)
      assert.deepEqual(site[list], []);
  });
});
