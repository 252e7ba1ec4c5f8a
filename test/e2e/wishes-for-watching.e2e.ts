import assert from 'node:assert/strict';
import { countedWatch, everyMinutes } from './counted-watch';
import { views } from './lanes';
import { sidebarOf } from './sidebar-page';
import { idOf, wishSite } from './wish-site';

/** At night the load of wish-site.ts draws more for an hour. */
const noon = { hour: 12, minute: 0 };

/** Wishes 41 to 46 and 48 of the table of wishes: overload, trips, connection, voltage, legs, and when it is told. */
for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`wishes for watching on ${view.name}`, () => {
    const site = wishSite(view);
    const { tab } = site;
    const { openedWatch, oneProposed, wholeSiteProposed, wiredToTeller, allClear, runs, tells, silentFor } =
      countedWatch(site);

    it('41: 80 % of the rating, and spikes: 4 steps, and 1 for the all-clear', async () => {
      await site.fresh({ 'Kitchen outlets': 10, 'Office server rack': 10 }, noon);
      const built = await openedWatch('overload');
      await wholeSiteProposed();
      const wired = await wiredToTeller(built);
      assert(wired.steps.count() <= 4, `${wired.steps.count()} steps`);
      await allClear(wired);
      await runs(wired);
      await site.draw({ 'Kitchen outlets': 18 });
      await silentFor(13);
      const alarm = /^Kitchen outlets: share of its rating (8|9)\d(\.\d+)? %, above 80 % since/;
      await tells(5, alarm);
      await site.draw({ 'Kitchen outlets': 10 });
      const clear = /^Kitchen outlets: .+ well again/;
      await tells(5, alarm, clear);
      // What a motor takes to start is told at once.
      await site.draw({ 'Office server rack': 24 });
      await tells(2, alarm, clear, /^Office server rack: share of its rating 1[12]\d(\.\d+)? %/);
    });

    it('42: tripped, with its last amperes: 4 steps, and 1 for the all-clear', async () => {
      await site.fresh({ 'Kitchen outlets': 12 }, noon);
      const built = await openedWatch('tripped');
      await wholeSiteProposed();
      const wired = await wiredToTeller(built);
      assert(wired.steps.count() <= 4, `${wired.steps.count()} steps`);
      await allClear(wired);
      await runs(wired);
      await silentFor(3);
      await site.control(`POST /devices/${idOf('Kitchen outlets')}/trip`);
      const alarm = /^Kitchen outlets: hand lever .+\. Last known current: 1\d(\.\d+)? A at /;
      await tells(3, alarm);
      await silentFor(10);
      await site.control(`POST /devices/${idOf('Kitchen outlets')}/main-handle`, { position: 'closed' });
      await tells(3, alarm, /^Kitchen outlets: hand lever .+ well again/);
    });

    it('43: offline, and back: 3 steps', async () => {
      await site.fresh({ Refrigerator: 2 });
      const built = await openedWatch();
      await wholeSiteProposed();
      await tab.shoot('wish-43');
      const { steps } = await wiredToTeller(built);
      assert(steps.count() <= 3, `${steps.count()} steps`);
      await runs({ steps });
      await silentFor(3);
      await site.control(`POST /devices/${idOf('Refrigerator')}/offline`);
      const offline = /^Refrigerator: not connected since/;
      await tells(3, offline);
      await silentFor(10);
      await site.control(`POST /devices/${idOf('Refrigerator')}/online`);
      await tells(3, offline, /^Refrigerator: connected again since/);
    });

    it('44: in the morning, all that needs a look: 4 steps', async () => {
      await site.fresh({ Refrigerator: 2 }, { hour: 7, minute: 30 });
      const built = await openedWatch('digest');
      await wholeSiteProposed();
      const { steps } = await wiredToTeller(built);
      assert(steps.count() <= 4, `${steps.count()} steps`);
      await runs({ steps });
      await site.control(`POST /devices/${idOf('Refrigerator')}/offline`);
      await site.control(`POST /devices/${idOf('Pool pump')}/main-handle`, { position: 'open' });
      await silentFor(25);
      const look = /^Refrigerator: [^\n]+\nPool pump: [^\n]+$|^Pool pump: [^\n]+\nRefrigerator: [^\n]+$/;
      await tells(8, look);
      const told = new Date(await site.now());
      assert.deepEqual([told.getHours(), told.getMinutes() < 3], [8, true]);
    });

    it('45: the legs are uneven, and what to move: 4 steps, and 1 for the all-clear', async () => {
      await site.fresh({ Refrigerator: 12, 'Kitchen outlets': 14, 'Office server rack': 2, 'Water heater': 10 }, noon);
      const built = await openedWatch('balance');
      await wholeSiteProposed();
      const wired = await wiredToTeller(built);
      assert(wired.steps.count() <= 4, `${wired.steps.count()} steps`);
      await allClear(wired);
      await runs(wired);
      const move =
        /(Refrigerator|Kitchen outlets) \(1\d(\.\d+)? A\) moved from leg A to leg B would leave a difference/;
      await tells(150, move);
      await site.draw({ 'Kitchen outlets': 0 });
      await tells(100, move, /well again/);
    }).timeout(180_000);

    it('46: too little voltage, or too much: 4 steps, and 1 for the all-clear', async () => {
      await site.fresh({ Refrigerator: 2 });
      const built = await openedWatch('voltage');
      await oneProposed();
      const wired = await wiredToTeller(built);
      assert(wired.steps.count() <= 4, `${wired.steps.count()} steps`);
      await allClear(wired);
      await runs(wired);
      await site.control('POST /supply', { percent: 85 });
      const low = /: voltage 10\d(\.\d+)? V \/ 10\d(\.\d+)? V, outside 108 V to 132 V since/;
      await tells(5, low);
      await silentFor(20);
      await site.control('POST /supply', { percent: 100 });
      const clear = /: voltage 1[12]\d.+, well again/;
      await tells(5, low, clear);
      await site.control('POST /supply', { percent: 115 });
      await tells(5, low, clear, /: voltage 1[34]\d.+, outside 108 V to 132 V since/);
      await site.control('POST /supply', { percent: 100 });
    });

    it('48: a reminder until it is seen, and quiet hours: 2 steps more', async () => {
      await site.fresh({ Refrigerator: 2 }, { hour: 17, minute: 0 });
      const built = await openedWatch('voltage');
      await oneProposed();
      const { steps } = built;
      const before = steps.count();
      await steps.type('repeat', '1');
      await steps.addRow('quiet', 'Add times');
      await steps.typeOfRow('quiet', 'From', '2100');
      assert.equal(steps.count() - before, 2);
      await tab.shoot('wish-48');
      await wiredToTeller(built);
      await runs(built);
      await site.control('POST /supply', { percent: 85 });
      const [low, reminder] = [/^.+: voltage 10\d/, /^Reminder: .+: voltage 10\d/];
      await tells(5, low);
      await silentFor(50);
      await tells(15, low, reminder);
      const sidebar = sidebarOf(tab);
      await sidebar.show();
      await sidebar.open('automation');
      await sidebar.host.getByRole('button', { name: /^Acknowledge: / }).click();
      await site.until('somebody has seen it', async () => (await site.watched()).some((one) => one.acknowledged));
      await silentFor(90);
      await site.control('POST /supply', { percent: 100 });
      await site.until('it is well', async () => (await site.watched()).every(({ look }) => look === 'well'), {
        everyMinutes,
      });
      await site.until('the evening', async () => new Date(await site.now()).getHours() === 22, {
        atMostMinutes: 300,
        everyMinutes: 10,
      });
      await site.control('POST /supply', { percent: 85 });
      await silentFor(8 * 60);
      await tells(65, low, reminder, low);
      assert.equal(new Date(await site.now()).getHours(), 7);
      await tells(65, low, reminder, low, reminder);
      await site.control('POST /supply', { percent: 100 });
    }).timeout(180_000);

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
