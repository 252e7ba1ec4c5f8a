import assert from 'node:assert/strict';
import { type SiteDescription, siteProblems } from '../../../src/simulator';

const site: SiteDescription = {
  version: 1,
  describedAt: '2026-06-15T05:00:00Z',
  organization: { name: 'House' },
  zone: 'Europe/Berlin',
  locations: [
    { id: 'house', type: 'address', name: 'House', place: { latitude: 52.5, longitude: 13.4 } },
    { id: 'panel', parentId: 'house', type: 'equipment', name: 'Panel' },
  ],
  devices: [
    { id: 'heater', name: 'Heater', type: 'emcb', locationId: 'panel' },
    {
      ...{ id: 'charger', name: 'Charger', type: 'ev-emcb', locationId: 'panel' },
      visits: [{ minute: 1_140, minutes: 720, neededWh: 20_000, carMaxA: 16 }],
    },
  ],
};
const [heater, charger] = site.devices as [SiteDescription['devices'][number], SiteDescription['devices'][number]];

/** The site with a part of it that is wrong. */
const wrong: Readonly<Record<string, readonly [unknown, string]>> = {
  'a version of a later program': [{ ...site, version: 2 }, 'version'],
  'a field that is not known': [{ ...site, apiKey: 'x' }, 'apiKey'],
  'an instant that is none': [{ ...site, describedAt: 'today' }, 'describedAt'],
  'a zone that is not known': [{ ...site, zone: 'Mars/Olympus' }, 'zone'],
  'a location above that is not there': [
    { ...site, locations: [{ id: 'panel', parentId: 'gone', type: 'equipment', name: 'Panel' }] },
    'locations[0].parentId',
  ],
  'locations that are above each other': [
    {
      ...site,
      locations: [
        { id: 'house', parentId: 'panel', type: 'address', name: 'House' },
        { id: 'panel', parentId: 'house', type: 'equipment', name: 'Panel' },
      ],
    },
    'locations[0].parentId',
  ],
  'a latitude beyond the pole': [
    { ...site, locations: [{ ...site.locations[1], place: { latitude: 91, longitude: 0 } }] },
    'locations[0].place.latitude',
  ],
  'a device at no location': [{ ...site, devices: [{ ...heater, locationId: 'attic' }] }, 'devices[0].locationId'],
  'two devices of one id': [{ ...site, devices: [heater, heater] }, 'devices[1].id'],
  'a device of another kind': [{ ...site, devices: [{ ...heater, type: 'toaster' }] }, 'devices[0].type'],
  'three poles': [{ ...site, devices: [{ ...heater, poles: 3 }] }, 'devices[0].poles'],
  'a recording of a day': [
    { ...site, devices: [{ ...heater, recorded: { everyMinutes: 15, watts: Array(96).fill(0) } }] },
    'devices[0].recorded.watts',
  ],
  'a recording in steps of seven minutes': [
    { ...site, devices: [{ ...heater, recorded: { everyMinutes: 7, watts: [] } }] },
    'devices[0].recorded.everyMinutes',
  ],
  'a recording with a text in it': [
    {
      ...site,
      devices: [{ ...heater, recorded: { everyMinutes: 15, watts: [...Array(671).fill(0), 'much'] } }],
    },
    'devices[0].recorded.watts[671]',
  ],
  'cars at a breaker': [{ ...site, devices: [{ ...heater, visits: [] }] }, 'devices[0]'],
  'a car that comes while another is there': [
    {
      ...site,
      devices: [
        { ...charger, visits: [...(charger.visits ?? []), { minute: 1_200, minutes: 5, neededWh: 1, carMaxA: 6 }] },
      ],
    },
    'devices[0].visits[0]',
  ],
  'a mode of a charger that cannot be set': [
    { ...site, devices: [{ ...charger, configuration: { configuration: { windowConfiguration: { windows: 3 } } } }] },
    'devices[0].configuration.configuration.windowConfiguration.windows',
  ],
  'a bargraph in a colour that is none': [
    { ...site, devices: [{ ...heater, settings: { bargraphColors: { led1: 'red' } } }] },
    'devices[0].settings.bargraphColors',
  ],
};

describe('the problems of a described site', () => {
  it('are none where it is right', () => {
    assert.deepEqual(siteProblems(site), []);
  });

  for (const [about, [value, field]] of Object.entries(wrong))
    it(`name ${about} by its field`, () => {
      const fields = siteProblems(value).map((problem) => problem.field);
      assert(
        fields.some((found) => found.startsWith(field)),
        `${fields.join(', ')} instead of ${field}`,
      );
    });

  it('are all named at once', () => {
    const problems = siteProblems({ ...site, zone: 'Nowhere', devices: [{ ...heater, locationId: 'attic' }] });
    assert.deepEqual(
      problems.map(({ field }) => field),
      ['zone', 'devices[0].locationId'],
    );
  });

  it('name what is no description at all', () => {
    for (const value of [undefined, null, [], 'site', 7]) assert(siteProblems(value).length > 0, String(value));
  });
});
