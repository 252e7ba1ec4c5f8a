import assert from 'node:assert/strict';
import { loadedExample } from '../../src/fields';
import { createIdentifiers } from '../../src/simulator/identifiers';
import { createSite } from '../../src/simulator/site';
import { readStored } from '../examples/example-files';
import { openSections } from './dialog';
import { startMuteMs } from './editor';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

const seed = 2;
const accountId = 'a000000000000071';
const { devices } = createSite({ seed, now: 0, ...createIdentifiers(seed, { sequence: 0 }) });
const idOf = (label: string) => devices.find((device) => device.label === label)?.id ?? assert.fail(label);
const phone = { width: 390, height: 844 };
const switchedWithinMs = 15_000;

/** The example as it is in the editor when it was imported beside an account of another site, whose circuits have names. */
const flows = [
  ...loadedExample(readStored('dashboard/01-demo-site.json'), { account: accountId, endpoint: '' }, {}).filter(
    ({ id }) => id !== accountId,
  ),
  { id: accountId, type: 'breaker-account', name: 'Own house', mode: 'simulator', site: 'Elm Road 3', seed },
  {
    id: 'a000000000000072',
    type: 'breaker-directory',
    account: accountId,
    circuits: [
      { deviceId: idOf('Kitchen outlets'), name: 'Workshop sockets' },
      { deviceId: idOf('Pool pump'), name: 'Well pump' },
    ],
  },
];

/** A task of an integrator: the panel of the own house on a phone, without an id and without a line of code. */
for (const view of views)
  describe(`the panel on a phone on ${view.name}`, () => {
    const { red, tab, editor } = openedEditor(view, { flows, dashboard: true });
    let deployedAt: number;

    it('asks for the location alone: 2 steps, and the deploy', async () => {
      const { page } = tab;
      for (const name of ['positions', 'meters']) {
        await editor.open(await editor.named(name, 'Demo site'));
        await openSections(page);
        const list = page.locator('[data-field=location] .breakerflow-locations');
        await list.locator('option', { hasText: /^\s*Main panel$/ }).waitFor({ state: 'attached' });
        const shown = await list.locator('option').allTextContents();
        await list.selectOption({ index: shown.findIndex((one) => one.trim().endsWith('Main panel')) });
        await editor.finish('node-dialog-ok');
      }
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid),
        [],
      );
      await editor.deploy();
      deployedAt = Date.now();
    });

    it('shows the circuits of that panel by their own names, and nothing is beside the screen', async () => {
      const { page } = tab;
      await page.setViewportSize(phone);
      await tab.goTo(`${red.nodeUrl}dashboard/panel`);
      await page.waitForFunction(() => {
        const states = [...document.querySelectorAll('.circuit .state')].map(({ textContent }) => textContent?.trim());
        // The serial numbers of circuits without a name are read beside the first messages.
        const isNamed = [...document.querySelectorAll('.circuit .name')].every(
          ({ textContent }) => !/[0-9a-f]{8}-[0-9a-f]{4}/.test(textContent ?? ''),
        );
        return states.length === 12 && states.every((state) => state === 'live' || state === 'off') && isNamed;
      });
      const names = await page.locator('.circuit .name').allTextContents();
      assert.deepEqual(names.filter((name) => name === 'Workshop sockets' || name === 'Well pump').sort(), [
        'Well pump',
        'Workshop sockets',
      ]);
      const beside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      assert.equal(await page.evaluate(beside), 0);
      await tab.shoot('phone-1-panel');
    });

    it('opens a breaker by a finger', async () => {
      const { page } = tab;
      const sockets = page.locator('.circuit', { hasText: 'Workshop sockets' });
      await page.waitForFunction((at) => Date.now() > at, deployedAt + startMuteMs);
      await sockets.getByRole('button', { name: 'Open' }).click();
      const state = sockets.locator('.state').getByText('off', { exact: true });
      await state.waitFor({ timeout: switchedWithinMs });
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
