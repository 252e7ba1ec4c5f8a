import assert from 'node:assert/strict';
import { countedSteps } from './counted-steps';
import { views } from './lanes';
import { wishSite } from './wish-site';

const loads = ['Water heater', 'Clothes dryer', 'Pool pump'];
const minuteMs = 60_000;

/** Wishes 8 and 9 of the table of wishes: tariffs that ask for the average of a window. */
for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`wishes for tariffs of demand on ${view.name}`, () => {
    const site = wishSite(view);
    const { tab } = site;
    const isCalm = async () => (await site.manager()).status === 'calm';
    /** Lets time pass up to so many minutes of the hour; nothing is opened meanwhile. */
    async function quietTo(minute: number): Promise<void> {
      const to = Math.ceil((await site.now()) / minuteMs) * minuteMs;
      const left = (minute - new Date(to).getMinutes() + 60) % 60;
      await site.until(`:${minute}`, async () => (await site.now()) >= to + left * minuteMs);
      assert.deepEqual(await site.open(), []);
    }
    async function watts(): Promise<number> {
      const [whole] = (await site.manager()).limits;
      return whole?.total ?? assert.fail('there is no total');
    }

    it('8: the tariff of a quarter of an hour: 8 steps', async () => {
      await site.fresh({}, { hour: 12, minute: 13 });
      const steps = countedSteps(site);
      await steps.dragManager();
      await steps.choose('quantity', 'demand15');
      await steps.type('limit', '5');
      await steps.type('notMeasuredA', '0');
      await steps.type('notMeasuredB', '0');
      for (const label of loads) await steps.addLoad(label);
      assert(steps.count() <= 8, `${steps.count()} steps`);
      await tab.shoot('wish-8');
      await steps.deploy();
      await site.until('calm', isCalm);
      await quietTo(15);
      await site.draw({ Refrigerator: 14, 'Water heater': 10, 'Clothes dryer': 10 });
      // For more than two minutes above the limit: what counts is the average.
      await quietTo(18);
      assert((await watts()) > 5_500, `${await watts()} W`);
      await site.until('what is least important, and draws, is opened', async () => (await site.open()).length > 0);
      assert.deepEqual(await site.open(), ['Clothes dryer']);
      assert(new Date(await site.now()).getMinutes() < 30);
    }).timeout(120_000);

    it('9: hourly steps, up to what the month has cost already: 9 steps', async () => {
      await site.fresh({}, { hour: 12, minute: 58 });
      const steps = countedSteps(site);
      await steps.dragManager();
      await steps.choose('quantity', 'demand60');
      await steps.type('limit', '3');
      await steps.type('monthHighest', '5');
      await steps.type('notMeasuredA', '0');
      await steps.type('notMeasuredB', '0');
      for (const label of loads) await steps.addLoad(label);
      assert(steps.count() <= 9, `${steps.count()} steps`);
      await steps.deploy();
      await site.until('calm', isCalm);
      await quietTo(0);
      await site.draw({ 'Water heater': 10, 'Clothes dryer': 10 });
      // Above the limit, and below what the month has cost already.
      await quietTo(13);
      assert((await watts()) > 3_500, `${await watts()} W`);
      await site.draw({ Refrigerator: 15 });
      await site.until('what is least important, and draws, is opened', async () => (await site.open()).length > 0);
      assert.deepEqual(await site.open(), ['Clothes dryer']);
      assert(new Date(await site.now()).getMinutes() < 59);
    }).timeout(180_000);

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
