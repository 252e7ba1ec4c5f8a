import assert from 'node:assert/strict';
import { countedSteps } from './counted-steps';
import { views } from './lanes';
import { idOf, wishSite } from './wish-site';

const essentials = { Refrigerator: 4, 'Office server rack': 4 };

/** Wishes 12, 13, 14, 17 and 21 of the table of wishes: what a message, an idle night or a fuse asks for. */
for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`wishes for events, idle nights and chargers on ${view.name}`, () => {
    const site = wishSite(view);
    const { tab, editor } = site;
    const isCalm = async () => (await site.manager()).status === 'calm';
    const isOpen = (count: number) => async () => (await site.open()).length === count;

    it('12, 14: off while the utility or the generator asks for it, and back exactly those: 9 steps', async () => {
      await site.fresh({ ...essentials, 'Water heater': 10, 'Clothes dryer': 8 });
      // A person has opened one of them before.
      await site.control(`POST /devices/${idOf('Pool pump')}/main-handle`, { position: 'open' });
      const steps = countedSteps(site);
      await steps.dragManager();
      await steps.type('limit', '60');
      await steps.type('notMeasuredA', '1');
      await steps.type('notMeasuredB', '1');
      await steps.addLoad('Water heater');
      await steps.addLoad('Pool pump');
      await steps.addRow('levels', 'Open all loads on a level');
      await tab.shoot('wish-12');
      await steps.done();
      const event = await steps.dragSender('{"level": "high", "for": 120}');
      assert(steps.count() <= 9, `${steps.count()} steps`);
      await steps.deploy();
      await site.until('calm', isCalm);
      assert.deepEqual(await site.open(), ['Pool pump']);
      await editor.press(event);
      await site.until('it is opened', isOpen(2));
      // Neither the essentials nor what is not in the list.
      assert.deepEqual(await site.open(), ['Water heater', 'Pool pump']);
      await site.until('it is back', isOpen(1));
      assert.deepEqual(await site.open(), ['Pool pump']);
    }).timeout(120_000);

    it('13: dimmed to 4.2 kW, not off: 8 steps', async () => {
      await site.fresh({});
      await site.plugIn('EV charger left');
      const steps = countedSteps(site);
      await steps.dragManager();
      await steps.type('limit', '60');
      await steps.type('notMeasuredA', '0');
      await steps.type('notMeasuredB', '0');
      await steps.addLoad('EV charger left');
      await steps.addRow('levels', 'Dim to 4.2 kW');
      await tab.shoot('wish-13');
      await steps.done();
      const dim = await steps.dragSender('{"level": "dim"}');
      assert(steps.count() <= 8, `${steps.count()} steps`);
      await steps.deploy();
      await site.until('calm', isCalm);
      assert(((await site.load('EV charger left')).drawsA ?? 0) > 25);
      await editor.press(dim);
      await site.until('the charger is below 4.2 kW', async () => {
        const { drawsA = 0 } = await site.load('EV charger left');
        return drawsA < 17.5;
      });
      // A minute later it still charges.
      const dimmed = await site.now();
      await site.until('a minute passes', async () => (await site.now()) - dimmed > 60_000);
      const { drawsA = 0, claimA = 0 } = await site.load('EV charger left');
      assert(drawsA > 10 && claimA > 10, `${drawsA} A, ${claimA} A`);
      assert.deepEqual(await site.open(), []);
    });

    it('21: two chargers share one fuse: 6 steps', async () => {
      await site.fresh({});
      const chargers = ['EV charger left', 'EV charger right'];
      for (const label of chargers) await site.plugIn(label);
      const steps = countedSteps(site);
      await steps.dragManager();
      await steps.type('limit', '40');
      await steps.type('notMeasuredA', '0');
      await steps.type('notMeasuredB', '0');
      for (const label of chargers) await steps.addLoad(label);
      assert(steps.count() <= 6, `${steps.count()} steps`);
      await steps.deploy();
      await site.until('both charge below the fuse', async () => {
        const { limits, loads } = await site.manager();
        return limits.every(({ live, total }) => live && total < 40) && loads.every(({ drawsA = 0 }) => drawsA > 5);
      });
      assert.deepEqual(await site.open(), []);
    });

    it('17: idle standby off at night, and on in the morning: 9 steps', async () => {
      await site.fresh({ ...essentials, 'Kitchen outlets': 0.3 }, { hour: 23, minute: 28 });
      const steps = countedSteps(site);
      await steps.dragManager();
      await steps.type('limit', '60');
      await steps.type('notMeasuredA', '1');
      await steps.type('notMeasuredB', '1');
      await steps.addLoad('Kitchen outlets');
      await steps.typeOfLoad('Kitchen outlets', 'Off when idle for (min)', '1');
      await steps.typeOfLoad('Kitchen outlets', 'Idle below (A)', '0.5');
      await steps.typeOfLoad('Kitchen outlets', 'Idle from', '2330');
      await steps.typeOfLoad('Kitchen outlets', 'Idle to', '2335');
      assert(steps.count() <= 9, `${steps.count()} steps`);
      await tab.shoot('wish-17');
      await steps.deploy();
      const time = async () => {
        const now = new Date(await site.now());
        return now.getHours() * 100 + now.getMinutes();
      };
      await site.until('it is off', isOpen(1));
      assert.deepEqual(await site.open(), ['Kitchen outlets']);
      assert((await time()) >= 2330, `${await time()}`);
      await site.until('it is on', isOpen(0));
      assert((await time()) >= 2335, `${await time()}`);
    }).timeout(120_000);

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
