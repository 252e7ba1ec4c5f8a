import assert from 'node:assert/strict';
import { countedWatch, everyMinutes } from './counted-watch';
import { views } from './lanes';
import { wishSite } from './wish-site';

const minuteMs = 60_000;

/** Wishes 37 to 40 of the table of wishes: an appliance runs for too long, rests for too long, or has finished. */
for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`wishes for appliances on ${view.name}`, () => {
    const site = wishSite(view);
    const { tab, editor } = site;
    const { openedWatch, proposed, wiredToTeller, allClear, runs, tells, silentFor } = countedWatch(site);

    it('37: the freezer never stops, or is silent: 5 steps', async () => {
      await site.fresh({ Refrigerator: 2 });
      const built = await openedWatch('freezer');
      await proposed('Refrigerator');
      await tab.shoot('wish-37');
      const { steps, watch, teller } = await wiredToTeller(built);
      await steps.wire(watch, teller, 1);
      assert(steps.count() <= 5, `${steps.count()} steps`);
      await runs({ steps });
      await silentFor(230);
      const alarm = /^Refrigerator has been running for 4 h/;
      await tells(15, alarm);
      await site.draw({ Refrigerator: 0 });
      const clear = /^Refrigerator rests again, after 4 h/;
      await tells(5, alarm, clear);
      await silentFor(110);
      const silent = /^Refrigerator has not run for 2 h/;
      await tells(15, alarm, clear, silent);
      await site.draw({ Refrigerator: 2 });
      await tells(5, alarm, clear, silent, /^Refrigerator runs again, after 2 h/);
      const shown = await editor.messages();
      await shown.filter({ hasText: 'Refrigerator has not run for 2 h' }).waitFor();
      await tab.shoot('wish-37-told');
    }).timeout(180_000);

    it('38: the sump pump runs for too long, or not for 12 hours: 5 steps, and 1 for the all-clear', async () => {
      await site.fresh({ 'Pool pump': 0 });
      const built = await openedWatch('sumpPump');
      // The site has none: a person picks another pump.
      await proposed();
      await built.steps.pickDevice('Pool pump');
      const wired = await wiredToTeller(built);
      assert(wired.steps.count() <= 5, `${wired.steps.count()} steps`);
      await allClear(wired);
      await runs(wired);
      await site.draw({ 'Pool pump': 8 });
      const alarm = /^Pool pump has been running for 1\d min/;
      await tells(15, alarm);
      await site.draw({ 'Pool pump': 0 });
      const clear = /^Pool pump rests again, after 1\d min/;
      await tells(5, alarm, clear);
      await silentFor(700);
      await tells(30, alarm, clear, /^Pool pump has not run for 12 h/);
    }).timeout(180_000);

    it('39: the washing machine has finished: 5 steps', async () => {
      await site.fresh({ 'Clothes dryer': 0, 'Water heater': 10 });
      const built = await openedWatch('finished');
      await proposed('Clothes dryer');
      const { steps } = await wiredToTeller(built);
      assert(steps.count() <= 5, `${steps.count()} steps`);
      await runs({ steps });
      await site.draw({ 'Clothes dryer': 10 });
      await silentFor(20);
      // It pauses, and goes on.
      await site.draw({ 'Clothes dryer': 0 });
      await silentFor(3);
      await site.draw({ 'Clothes dryer': 10, 'Water heater': 0 });
      await silentFor(20);
      await site.draw({ 'Clothes dryer': 0 });
      const finished = /^Clothes dryer has finished at .+: it ran for 4\d min/;
      await tells(10, finished);
      await silentFor(60);
    });

    it('40: the oven is on for 90 minutes: a warning, and then off: 7 steps', async () => {
      await site.fresh({ 'Kitchen oven': 15, 'Water heater': 10 });
      const built = await openedWatch('leftOn');
      await proposed('Kitchen oven');
      const { steps, watch } = await wiredToTeller(built);
      const control = await steps.drag('breaker-control', { x: 650, y: 220 });
      await editor.open(control);
      await steps.choose('action', 'openOnAlarm');
      await tab.shoot('wish-40');
      await steps.done();
      await steps.wire(watch, control);
      assert(steps.count() <= 7, `${steps.count()} steps`);
      await runs({ steps });
      await silentFor(85);
      const warning =
        /^Kitchen oven has been running for 1 h 3\d min.+ It becomes an alarm in 10 min if this goes on\.$/;
      await tells(10, warning);
      const warned = await site.now();
      assert.deepEqual(await site.open(), []);
      await site.until('it is off', async () => (await site.open()).length > 0, { everyMinutes });
      assert.deepEqual(await site.open(), ['Kitchen oven']);
      assert((await site.now()) - warned >= 9 * minuteMs);
      await tells(1, warning, /^Kitchen oven has been running for 1 h 4\d min/);
      await silentFor(30);
    }).timeout(180_000);

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
