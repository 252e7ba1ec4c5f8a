import assert from 'node:assert/strict';
import { type CountedSteps, countedSteps } from './counted-steps';
import { views } from './lanes';
import { sidebarOf } from './sidebar-page';
import { locationOf, wishSite } from './wish-site';

const minuteMs = 60_000;

/** Wishes 1 to 7, 10, 11, 15 and 16 of the table of wishes: loads that give way by priority, leg by leg. */
for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`wishes for a limit by priority on ${view.name}`, () => {
    const site = wishSite(view);
    const { tab } = site;

    /** Stays below a main breaker of 40 A: the location is proposed, and 1 A a leg is not measured. */
    async function mainBreaker(loads: readonly string[]): Promise<CountedSteps> {
      const steps = countedSteps(site);
      await steps.dragManager();
      await steps.type('limit', '40');
      await steps.type('notMeasuredA', '1');
      await steps.type('notMeasuredB', '1');
      for (const label of loads) await steps.addLoad(label);
      return steps;
    }
    async function stepsOf(steps: CountedSteps, work: () => Promise<void>): Promise<number> {
      const before = steps.count();
      await work();
      return steps.count() - before;
    }
    const isCalm = async () => (await site.manager()).status === 'calm';
    const isOpen = (count: number) => async () => (await site.open()).length === count;

    describe('with three loads', () => {
      it('1, 2: stay below the main breaker by priority and by leg: 7 steps', async () => {
        await site.fresh({ Refrigerator: 12, 'Living room lights': 6, 'Water heater': 10, 'Kitchen outlets': 10 });
        const steps = await mainBreaker(['Water heater', 'Kitchen outlets', 'Office server rack']);
        assert(steps.count() <= 7, `${steps.count()} steps`);
        assert.equal(await tab.page.inputValue('[data-field=location] select'), locationOf('Maple Street 12'));
        await tab.shoot('wish-1');
        await steps.deploy();
        await site.until('calm', isCalm);
        assert.deepEqual(await site.open(), []);
        await site.draw({ Refrigerator: 24 });
        await site.until('something is opened', isOpen(1));
        // The server rack is less important, but on the other leg.
        assert.deepEqual(await site.open(), ['Kitchen outlets']);
        await site.until('leg A is relieved', async () => {
          const [legA] = (await site.manager()).limits;
          return legA !== undefined && legA.total < 40;
        });
      });

      it('4: what draws nothing is not opened: 0 steps more', async () => {
        await site.draw({ 'Living room lights': 32 });
        await site.until('another is opened', isOpen(2));
        assert.deepEqual(await site.open(), ['Kitchen outlets', 'Water heater']);
      });

      it('16: the sidebar says why: 0 steps more', async () => {
        const sidebar = sidebarOf(tab);
        await sidebar.show();
        await sidebar.open('automation');
        const page = sidebar.host.locator('#breakerflow-page-automation');
        await page.getByText(/^Why: leg A carried 4\d(\.\d+)? A, limit 40 A/).waitFor();
        await page.getByText(/^Why: leg B carried 4\d(\.\d+)? A, limit 40 A/).waitFor();
        await tab.shoot('wish-16');
      });

      it('6: they come back one after another, the most important first: 0 steps more', async () => {
        await site.draw({ Refrigerator: 8, 'Living room lights': 6 });
        await site.until('one is back', isOpen(1));
        const first = await site.now();
        assert.deepEqual(await site.open(), ['Kitchen outlets']);
        await site.until('the other is back', isOpen(0));
        assert((await site.now()) - first > 0.9 * minuteMs, 'they came back together');
      }).timeout(120_000);
    });

    it('3: the car gives way before the refrigerator: 7 steps', async () => {
      await site.fresh({ Refrigerator: 3, 'Kitchen outlets': 2 });
      await site.plugIn('EV charger left');
      const steps = await mainBreaker(['Refrigerator', 'EV charger left']);
      await steps.tickOfLoad('Refrigerator', 'May be switched although it is critical');
      assert(steps.count() <= 7, `${steps.count()} steps`);
      await steps.deploy();
      await site.until('calm', isCalm);
      await site.draw({ 'Kitchen outlets': 12 });
      await site.until('the total is below the limit again', async () => {
        const [legA] = (await site.manager()).limits;
        const { claimA } = await site.load('EV charger left');
        return claimA !== undefined && legA !== undefined && legA.total < 40;
      });
      const { claimA = 0 } = await site.load('EV charger left');
      assert(claimA >= 6 && claimA < 32, `${claimA} A`);
      assert.deepEqual(await site.open(), []);
    });

    it('5, 7, 10: never the router, the heater not by itself, another limit at other hours: 1, 1 and 3 steps more', async () => {
      const drawn = { Refrigerator: 8, 'Living room lights': 2, 'Kitchen outlets': 10, 'Office server rack': 10 };
      await site.fresh({ ...drawn, 'Water heater': 10 }, { hour: 15, minute: 58 });
      const steps = await mainBreaker(['Water heater', 'Kitchen outlets', 'Office server rack']);
      assert(steps.count() <= 7, `${steps.count()} steps`);
      const never = await stepsOf(steps, () => steps.chooseOfLoad('Water heater', 'Comes back', 'never'));
      const hours = await stepsOf(steps, async () => {
        await steps.addRow('otherTimes', 'Add times');
        await steps.typeOfRow('otherTimes', 'From', '1600');
        await steps.typeOfRow('otherTimes', 'To', '1604');
        await steps.typeOfRow('otherTimes', 'Limit', '15');
      });
      await tab.shoot('wish-10');
      await steps.deploy();
      const critical = await stepsOf(steps, () => steps.tickCritical('Office server rack'));
      assert.deepEqual({ critical, never, hours }, { critical: 1, never: 1, hours: 3 });
      await steps.deploy();
      await site.until('calm', isCalm, { atMostMinutes: 2 });
      await site.until('some are opened', isOpen(2));
      assert.deepEqual(await site.open(), ['Kitchen outlets', 'Water heater']);
      const opened = new Date(await site.now());
      assert.equal(opened.getHours(), 16);
      // The heater is more important and would come first.
      await site.until('one is back', isOpen(1));
      assert.deepEqual(await site.open(), ['Water heater']);
      const back = await site.now();
      await site.until('the next could have come', async () => (await site.now()) - back > 2 * minuteMs);
      assert.deepEqual(await site.open(), ['Water heater']);
    }).timeout(180_000);

    it('11, 15: show first what it would do, and take turns: 1 step more each', async () => {
      await site.fresh({ Refrigerator: 23, 'Water heater': 10, 'Clothes dryer': 10 });
      const steps = await mainBreaker(['Water heater', 'Clothes dryer']);
      assert(steps.count() <= 7, `${steps.count()} steps`);
      const turns = await stepsOf(steps, () => steps.tickOfLoad('Clothes dryer', 'As important as the one above'));
      const dry = await stepsOf(steps, () => steps.tick('dryRun'));
      assert.deepEqual({ turns, dry }, { turns: 1, dry: 1 });
      await steps.deploy();
      await site.until('one would be opened', async () => {
        const { loads } = await site.manager();
        return loads.some(({ phase }) => phase === 'shed');
      });
      assert.equal((await site.manager()).dryRun, true);
      assert.deepEqual(await site.open(), []);
      await steps.reopen();
      await steps.untick('dryRun');
      await steps.deploy();
      await site.until('one is opened', isOpen(1));
      const [first] = await site.open();
      await site.draw({ Refrigerator: 5 });
      await site.until('it is back', isOpen(0));
      await site.draw({ Refrigerator: 23 });
      await site.until('one is opened again', isOpen(1));
      const [second] = await site.open();
      assert.deepEqual([first, second].sort(), ['Clothes dryer', 'Water heater']);
    }).timeout(180_000);

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
