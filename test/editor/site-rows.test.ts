import assert from 'node:assert/strict';
import type { SiteTree } from '../../src/admin-api';
import { createSiteRows, type SiteRow } from '../../src/editor/sidebar/site-rows';

const tree = (parts: Partial<SiteTree>): SiteTree => ({
  locations: [],
  devices: [],
  total: 0,
  version: '1',
  ...parts,
});
const house: SiteTree = tree({
  locations: [
    { id: 'panel', name: 'Main panel', parentId: 'house' },
    { id: 'house', name: 'Maple Street 12' },
    { id: 'garage', name: 'Garage', parentId: 'house' },
    { id: 'empty', name: 'Attic', parentId: 'house' },
  ],
  devices: [
    { id: 'd2', locationId: 'panel', load: 'oven Hearthline', serialNumber: 'SN10' },
    { id: 'd1', locationId: 'panel', load: 'dryer', serialNumber: 'SN9' },
    { id: 'd3', locationId: 'garage', hardwareType: 'ev-emcb', serialNumber: 'SN7' },
  ],
});
const rowsOf = (site: SiteTree, search = '', folded: string[] = []) =>
  createSiteRows(site, 'en-US', 'No location').rows(search, new Set(folded));
const outline = (rows: readonly SiteRow[]) => rows.map(({ level, name }) => `${'-'.repeat(level)} ${name}`);

describe('the rows of the site tree', () => {
  it('stand by location and name, each below its parent', () => {
    assert.deepEqual(outline(rowsOf(house)), [
      '- Maple Street 12',
      '-- Attic',
      '-- Garage',
      '--- SN7',
      '-- Main panel',
      '--- dryer',
      '--- oven Hearthline',
    ]);
  });

  it('say where they stand among their siblings, and how many devices are below', () => {
    const [root, attic, garage] = rowsOf(house);
    assert.deepEqual([root?.position, root?.setSize, root?.kind === 'location' && root.devices], [1, 1, 3]);
    assert.deepEqual([attic?.position, attic?.setSize], [1, 3]);
    assert.deepEqual([garage?.position, garage?.kind === 'location' && garage.devices], [2, 1]);
  });

  it('a folded location hides what is below, and still counts it', () => {
    const rows = rowsOf(house, '', ['house']);
    assert.deepEqual(outline(rows), ['- Maple Street 12']);
    assert.equal(rows[0]?.kind === 'location' && rows[0].devices, 3);
  });

  it('search: every word must stand in the device or in a location above it', () => {
    assert.deepEqual(outline(rowsOf(house, 'maple OVEN')), [
      '- Maple Street 12',
      '-- Main panel',
      '--- oven Hearthline',
    ]);
    assert.deepEqual(outline(rowsOf(house, 'garage')), ['- Maple Street 12', '-- Garage', '--- SN7']);
    assert.deepEqual(rowsOf(house, 'garage oven'), []);
  });

  it('search shows what is folded away', () => {
    assert.equal(outline(rowsOf(house, 'sn9', ['house', 'panel'])).at(-1), '--- dryer');
  });

  it('a device whose location is unknown is not lost', () => {
    const site = tree({ devices: [{ id: 'x', locationId: 'gone' }, { id: 'y' }] });
    assert.deepEqual(outline(rowsOf(site)), ['- No location', '-- x', '-- y']);
  });

  it('a location that is its own ancestor, or has an unknown parent, stands at the root', () => {
    const site = tree({
      locations: [
        { id: 'a', name: 'A', parentId: 'b' },
        { id: 'b', name: 'B', parentId: 'a' },
        { id: 'c', name: 'C', parentId: 'gone' },
      ],
      devices: [{ id: 'd', locationId: 'a' }],
    });
    assert.equal(rowsOf(site).length, 4);
    assert.equal(rowsOf(site).filter(({ kind }) => kind === 'device').length, 1);
  });

  it('names sort by their numbers', () => {
    const site = tree({
      devices: ['SN10', 'SN9', 'SN100'].map((serialNumber) => ({ id: serialNumber, serialNumber })),
    });
    assert.deepEqual(
      rowsOf(site)
        .slice(1)
        .map(({ name }) => name),
      ['SN9', 'SN10', 'SN100'],
    );
  });

  it('5,000 devices are searched within the time of a key stroke', () => {
    const locations = Array.from({ length: 250 }, (_, index) => ({ id: `l${index}`, name: `Panel ${index}` }));
    const devices = Array.from({ length: 5000 }, (_, index) => ({
      id: `device-${index}`,
      locationId: `l${index % 250}`,
      serialNumber: `SN${index}`,
    }));
    const rows = createSiteRows(tree({ locations, devices }), 'en-US', '');
    assert.equal(rows.rows('', new Set()).length, 5250);
    const start = process.cpuUsage();
    assert.deepEqual(
      rows.rows('panel 17 sn4267', new Set()).map(({ name }) => name),
      ['Panel 17', 'SN4267'],
    );
    const { user, system } = process.cpuUsage(start);
    assert(user + system < 150_000, `${user + system} us`);
  });
});
