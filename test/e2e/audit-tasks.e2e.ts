import assert from 'node:assert/strict';
import { countedSteps } from './counted-steps';
import { countedWatch } from './counted-watch';
import { openSections } from './dialog';
import { views } from './lanes';
import { idOf, wishSite } from './wish-site';

const noon = { hour: 12, minute: 0 };

/**
 * Tasks of an integrator, built on an empty canvas: no id, no letter of a state, no cron, no ISO 8601 and no line of code.
 * A message for a trip and one for a lost connection are wishes 42 and 43; the energy of a month by mail, charging from a
 * surplus and the panel on a phone wait for nodes that are to come.
 */
for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`tasks of an integrator on ${view.name}`, () => {
    const site = wishSite(view);
    const { tab, editor } = site;
    const { openedWatch } = countedWatch(site);

    const openControl = async (id: string) => {
      await editor.open(id);
      await openSections(tab.page);
      await tab.page.locator('[data-field=devices] .breakerflow-device').first().waitFor({ state: 'attached' });
    };
    const isOpen = async (label: string) => (await site.open()).includes(label);

    it('the water heater is off while the car charges: 10 steps', async () => {
      await site.fresh({ 'Water heater': 10 }, noon);
      const { steps, watch } = await openedWatch();
      await steps.choose('preset', 'own');
      await steps.choose('target', 'devices');
      await steps.pickDevice('EV charger left');
      await steps.type('value', '3');
      await steps.done();
      const heater = await steps.drag('breaker-control', { x: 600, y: 150 });
      await openControl(heater);
      await steps.pickDevice('Water heater');
      await steps.choose('action', 'whileAlarm');
      await steps.done();
      await steps.wire(watch, heater);
      await steps.wire(watch, heater, 1);
      assert(steps.count() <= 10, `${steps.count()} steps`);
      await steps.deploy();
      await site.plugIn('EV charger left');
      await site.until('the heater is off', () => isOpen('Water heater'), { everyMinutes: 0.5 });
      await site.control(`POST /devices/${idOf('EV charger left')}/unplug`);
      await site.until('the heater is on', async () => !(await isOpen('Water heater')), { everyMinutes: 0.5 });
    }).timeout(180_000);

    it('another node names the breaker: 7 steps', async () => {
      await site.fresh({ 'Kitchen outlets': 5 }, noon);
      const steps = countedSteps(site);
      const control = await steps.drag('breaker-control', { x: 500, y: 150 });
      await openControl(control);
      await steps.choose('target', 'value');
      await steps.type('device', 'payload');
      await steps.choose('action', 'open');
      await steps.done();
      const sender = await steps.dragText('Kitchen outlets');
      await steps.wire(sender, control);
      assert(steps.count() <= 7, `${steps.count()} steps`);
      await steps.deploy();
      await editor.press(sender);
      await site.until('it is open', () => isOpen('Kitchen outlets'));
      assert.deepEqual(await site.open(), ['Kitchen outlets']);
    }).timeout(120_000);

    it('everything but the refrigerator is off when leaving, and back exactly so: 11 steps', async () => {
      await site.fresh({ 'Kitchen outlets': 5 }, noon);
      const before = await site.open();
      const steps = countedSteps(site);
      const leave = await steps.drag('breaker-control', { x: 500, y: 120 });
      await openControl(leave);
      await steps.choose('target', 'location');
      await tab.page.locator('.breakerflow-locations option:nth-child(2)').first().waitFor({ state: 'attached' });
      await steps.chooseLocation('Maple Street 12');
      await steps.except('Refrigerator');
      await steps.choose('action', 'setScene');
      await steps.done();
      const leaving = await steps.drag('inject', { x: 200, y: 120 });
      await steps.wire(leaving, leave);
      const back = await steps.drag('breaker-control', { x: 500, y: 220 });
      await openControl(back);
      await steps.choose('action', 'restoreScene');
      await steps.done();
      const returning = await steps.drag('inject', { x: 200, y: 220 });
      await steps.wire(returning, back);
      assert(steps.count() <= 11, `${steps.count()} steps`);
      await steps.deploy();
      await editor.press(leaving);
      await site.until('all are off', async () => (await site.open()).length === 11);
      assert.equal(await isOpen('Refrigerator'), false);
      await editor.press(returning);
      await site.until('all are back', async () => (await site.open()).length === before.length);
      assert.deepEqual(await site.open(), before);
    }).timeout(180_000);

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
