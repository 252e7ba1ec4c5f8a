import assert from 'node:assert/strict';
import { read } from '../examples/example-files';
import { openTab, type Tab } from './browser';
import { type Editor, openEditor } from './editor';
import { accountId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';
import { type Sidebar, sidebarOf } from './sidebar-page';
import { type StandAloneSimulator, startSimulator } from './stand-alone-simulator';

const flow = 'c000000000000001';
const inject = 'd000000000000001';

/** Of the simulated site: what happens to each, the class of its row, the words of its badge. */
const circuits = [
  {
    name: 'outlets',
    deviceId: outletsId,
    happens: 'trips',
    state: 'tripped-or-opened-by-hand',
    badge: 'tripped or opened by hand',
  },
  {
    name: 'refrigerator',
    deviceId: '62325dfc-1fc6-4525-9519-674da6e2c4aa',
    happens: 'is opened by hand',
    state: 'tripped-or-opened-by-hand',
    badge: 'tripped or opened by hand',
  },
  {
    name: 'pool-pump',
    deviceId: 'dcf02bc9-50c3-4fe7-abb4-67d63fa74894',
    happens: 'loses its connection',
    state: 'no-connection',
    badge: /^no connection since \d{4}-\d\d-\d\d \d\d:\d\d$/,
  },
  {
    name: 'oven',
    deviceId: 'b37ae13e-618c-42a9-af59-5ca5d1af15ec',
    happens: 'is held by an event',
    state: 'held-by-event',
    badge: 'live, held by an event',
  },
] as const;

/** The nodes that show a state of a circuit. */
const readers = [
  { name: 'position', type: 'breaker-control', settings: { action: 'readPosition' } },
  { name: 'meter', type: 'meter-read', settings: { action: 'deviceData' } },
  { name: 'device', type: 'breaker-device', settings: { action: 'deviceData' } },
] as const;
/** The dashboard of the demo site, of the account of this test. */
const dashboard = read('dashboard/01-demo-site.json')
  .filter(({ type }) => type !== 'breaker-account')
  .map((node) => (node.account === undefined ? node : { ...node, account: accountId }));
const idOf = (reader: number, circuit: number) => `e0000000000000${reader}${circuit}`;

for (const view of views)
  describe(`the state of a circuit on ${view.name}`, () => {
    let red: RunningNodeRed;
    let simulator: StandAloneSimulator;
    let tab: Tab;
    let editor: Editor;
    let sidebar: Sidebar;

    before(async () => {
      simulator = await startSimulator(view.lane);
      red = await runNodeRed(view.lane, { dashboard: true });
      const { baseUrl, apiKey, organization } = simulator;
      const credentials = { apiKey, orgClientId: organization.clientId, orgSecret1: organization.clientSecret };
      const nodes = readers.flatMap(({ name, type, settings }, reader) =>
        circuits.map(({ name: circuit, deviceId }, index) => ({
          id: idOf(reader, index),
          type,
          z: flow,
          name: `${circuit} ${name}`,
          account: accountId,
          devices: [deviceId],
          ...settings,
          x: 200 + 280 * reader,
          y: 200 + 80 * index,
          wires: [[]],
        })),
      );
      const timer = {
        id: inject,
        type: 'inject',
        z: flow,
        props: [],
        x: 120,
        y: 120,
        wires: [nodes.map(({ id }) => id)],
      };
      const answer = await fetch(`${red.url}flows`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify([
          ...flowWithAccount({ account: { mode: 'service', baseUrl, credentials } }).slice(0, 2),
          timer,
          ...nodes,
          ...dashboard,
        ]),
      });
      assert.equal(answer.status, 204);
      tab = await openTab(view);
      editor = await openEditor(tab, red.url);
      sidebar = sidebarOf(tab);
      await sidebar.show();
      for (const { name } of circuits) await (await found(name)).locator('.breakerflow-is-live').waitFor();
      const [tripped, opened, lost, held] = circuits;
      await simulator.control(`/devices/${tripped.deviceId}/trip`, {});
      await simulator.control(`/devices/${opened.deviceId}/main-handle`, { position: 'open' });
      await simulator.control(`/devices/${lost.deviceId}/offline`, {});
      await simulator.holdByEvent(held.deviceId);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
      await simulator?.stop();
    });

    /** Node-RED 5 gives the sidebar a third of the height: what is looked for is brought into view by the search. */
    async function found(name: string) {
      await sidebar.host.locator('#breakerflow-page-site input[type=search]').fill(name);
      const row = sidebar.device(name);
      await row.waitFor();
      return row;
    }

    for (const { name, happens, state } of circuits)
      it(`the sidebar: a breaker that ${happens} is never a green one`, async () => {
        const row = await found(name);
        await row.locator(`.breakerflow-is-${state}`).waitFor();
        assert.equal(await row.locator('.breakerflow-is-live, .fa-toggle-on').count(), 0);
        const colour = await colourOf(row.locator('.breakerflow-handle'));
        const live = (await found('lighting')).locator('.breakerflow-is-live');
        assert.notEqual(colour, await colourOf(live));
      });

    it('the sidebar at its default width: every power has its age beside it, and every text is within the row', async () => {
      await sidebar.host.locator('#breakerflow-page-site input[type=search]').fill('main');
      await sidebar.host.getByText('12 of 14 devices').waitFor();
      await sidebar.host.locator('.breakerflow-power').first().waitFor();
      for (const row of await sidebar.devices.all()) {
        if ((await row.locator('.breakerflow-power').count()) === 0) continue;
        const ages = await row.locator('.breakerflow-age:visible, .breakerflow-age-short:visible').allTextContents();
        assert.equal(ages.length, 1);
        assert.match(ages[0] ?? '', /^\d+\s?\w/);
      }
      await tab.shoot('state-1-sidebar');
      await sidebar.assertFits();
    });

    it('the details tell both handles, and when they were read', async () => {
      await (await found('outlets')).click();
      const facts = sidebar.host.locator('.breakerflow-facts');
      await facts.getByText('tripped or opened by hand').waitFor({ state: 'attached' });
      const text = (await facts.textContent()) ?? '';
      for (const part of ['Remote handleclosed', 'Main handleopen', 'State read']) assert(text.includes(part), text);
      await tab.shoot('state-2-details');
    });

    for (const [index, { happens, badge }] of circuits.entries())
      it(`the badges: a breaker that ${happens} is yellow, and says what it is`, async () => {
        if (index === 0) await editor.press(inject);
        for (const reader of readers.keys()) {
          const id = idOf(reader, index);
          await editor.status(id).getByText(badge).waitFor();
          assert.equal(await tab.page.locator(`[id="${id}"] .red-ui-flow-node-status-dot-green`).count(), 0);
          assert.equal(await tab.page.locator(`[id="${id}"] .red-ui-flow-node-status-dot-yellow`).count(), 1);
        }
        await tab.shoot(`state-3-badges-${index}`);
      });

    it('the dashboard agrees: none of them is a green one', async () => {
      const { page } = tab;
      await tab.goTo(`${red.nodeUrl}dashboard/panel`);
      const circuit = (name: string) => page.locator('.circuit', { hasText: name.replace('-', ' ') });
      const live = circuit('lighting').and(page.locator('.live'));
      await live.waitFor();
      const green = await borderOf(live);
      for (const { name, state } of circuits) {
        const shown = circuit(name).and(page.locator(`.${state}`));
        await shown.waitFor();
        assert.equal(await circuit(name).and(page.locator('.live')).count(), 0);
        assert.notEqual(await borderOf(shown), green);
      }
      await tab.shoot('state-4-dashboard');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });

async function borderOf(locator: ReturnType<Sidebar['device']>): Promise<string> {
  return locator.evaluate((shown) => getComputedStyle(shown).borderLeftColor);
}

async function colourOf(locator: ReturnType<Sidebar['device']>): Promise<string> {
  return locator.evaluate((shown) => getComputedStyle(shown).color);
}
