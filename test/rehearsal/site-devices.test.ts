import assert from 'node:assert/strict';
import { createSiteDevices, type StoredNode } from '../../src/rehearsal';
import { demoSite, type SiteDescription } from '../../src/simulator';
import { midnight } from './rehearsed';

const account = (id: string, fields: object): StoredNode => ({ id, type: 'breaker-account', name: id, ...fields });
const demo = account('demo', { mode: 'simulator', seed: 3 });
const house = account('house', { mode: 'service' });

describe('the devices that a scenario can name', () => {
  it('are those that a demo site of the seed has at every hour, once for accounts that share it', () => {
    const devices = createSiteDevices()([demo, { ...demo, id: 'other' }], () => undefined);
    const made = demoSite(3, Date.parse(midnight)).devices;
    assert.deepEqual(
      devices,
      made.map(({ id, label, hardwareType }) => ({ id, label, isCharger: hardwareType === 'ev-emcb' })),
    );
  });

  it('are listed once for a description, however often somebody asks', () => {
    let looks = 0;
    const site = {
      get devices() {
        looks += 1;
        return [{ id: 'd', name: 'Pump', type: 'emcb', locationId: 'l' }];
      },
    } as unknown as SiteDescription;
    const devicesOf = createSiteDevices();
    const first = devicesOf([house], () => site);
    assert.deepEqual(first, [{ id: 'd', label: 'Pump', isCharger: false }]);
    assert.deepEqual(
      devicesOf([house], () => site),
      first,
    );
    assert.equal(looks, 1);
  });

  it('are those of a site that was read anew', () => {
    const devicesOf = createSiteDevices();
    const named = (name: string) =>
      ({ devices: [{ id: 'd', name, type: 'ev-emcb', locationId: 'l' }] }) as unknown as SiteDescription;
    devicesOf([house], () => named('Van'));
    assert.deepEqual(
      devicesOf([house], () => named('Bus')),
      [{ id: 'd', label: 'Bus', isCharger: true }],
    );
  });
});
