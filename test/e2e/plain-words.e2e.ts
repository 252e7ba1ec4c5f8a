import assert from 'node:assert/strict';
import { openTab } from './browser';
import { openEditor } from './editor';
import { accountId, flowWithAccount } from './flow-with-account';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

/** What the functions below use inside the page. */
declare const RED: {
  readonly editor: { edit(node: unknown): void };
  readonly nodes: { node(id: string): unknown };
};

const batch = {
  id: 'b0000000000000c1',
  type: 'batch-schedule',
  account: accountId,
  action: 'create',
  source: 'form',
  target: 'devices',
  devices: [],
  path: '/breaker/remoteHandle/position',
  command: 'open',
  reason: '',
  schedule: 'now',
  cron: '0 8 * * 1-5',
  sunEvent: 'sunset',
  colors: '{}',
  thresholds: '{}',
  place: '',
  x: 600,
  y: 100,
  wires: [[]],
};

const parts =
  /\b(?:deviceIds|locationId|cronSchedule|startTime|sunSchedule)\b|must match|must not be empty|must have\b|\^\[/;

/** What the preview says at each first step of a beginner, in the two languages. */
const expected = {
  'en-US': {
    devices: 'Picked: needs at least 1',
    cron: /^Runs: minute: "every" is not taken\. Allowed are 0 to 59/,
  },
  de: { devices: /: braucht mindestens 1$/, cron: /^Läuft: Minute: „every“ geht nicht\. Erlaubt sind 0 bis 59/ },
} as const;

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`the words of a mistake on ${view.name}`, () => {
    let red: RunningNodeRed;
    before(async () => {
      const flows = flowWithAccount();
      const z = flows.map((node) => node as { type?: string; id?: string }).find(({ type }) => type === 'tab')?.id;
      red = await runNodeRed(view.lane, { flows: [...flows, { ...batch, z }] });
    });
    after(() => red?.stop());

    for (const [locale, words] of Object.entries(expected))
      it(`${locale}: a batch that is not complete is told by the labels of its dialog, each problem once`, async function () {
        this.timeout(180_000);
        const tab = await openTab(view, locale);
        try {
          const { page } = tab;
          await openEditor(tab, red.url);
          await page.evaluate((id) => RED.editor.edit(RED.nodes.node(id)), batch.id);
          const errors = page.locator('#breakerflow-schedule .breakerflow-error');
          const told = async (line: string | RegExp) => {
            await errors.filter({ hasText: line }).first().waitFor();
            const all = await errors.allTextContents();
            assert.equal(new Set(all).size, all.length, all.join('\n'));
            for (const each of all) assert.doesNotMatch(each, parts);
          };
          await told(words.devices);
          await page.selectOption('#node-input-schedule', 'sun');
          // The only place with coordinates is proposed.
          await page.waitForFunction(() => $('#node-input-place').val() !== '');
          await told(words.devices);
          await page.selectOption('#node-input-schedule', 'cron');
          await page.locator('.breakerflow-row[data-field="cron"] .breakerflow-runs > select').selectOption('cron');
          await page.fill('#node-input-cron', 'every working day at eight');
          await told(words.cron);
          await page.locator('#breakerflow-schedule').scrollIntoViewIfNeeded();
          await tab.shoot(`plain-words-${locale}`);
        } finally {
          await tab.close();
        }
      });
  });
