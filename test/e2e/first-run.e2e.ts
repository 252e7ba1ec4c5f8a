import assert from 'node:assert/strict';
import type { Tab } from './browser';
import type { Editor } from './editor';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { sidebarOf } from './sidebar-page';
import { type StandAloneSimulator, startSimulator } from './stand-alone-simulator';

declare const RED: {
  readonly actions: { invoke(action: string): void };
  readonly nodes: {
    eachConfig(visit: (node: { readonly type: string; readonly changed?: boolean }) => void): void;
    dirty(): boolean;
  };
};

const input = (field: string) => `#node-config-input-${field}`;

/** The first steps in the Site sidebar. */
function firstStepsOf({ page }: Tab) {
  const host = page.locator('.breakerflow-first');
  return {
    host,
    async show() {
      await page.evaluate(() => RED.actions.invoke('breakerflow:show-site'));
      await host.waitFor();
    },
    /** The heading of the step that is shown. */
    step: (title: string) => host.locator('h4', { hasText: title }).first(),
    press: (name: string) => host.getByRole('button', { name, exact: true }).click(),
    /** The lines of the connection test, when it has ended. */
    async test() {
      await host.getByRole('button', { name: 'Test connection' }).click();
      await host.locator('.breakerflow-checklist').waitFor();
      return host
        .locator('.breakerflow-checklist li')
        .evaluateAll((lines) =>
          lines.map((line) => [line.getAttribute('data-check'), line.getAttribute('data-result')] as const),
        );
    },
  };
}

/** What lies over the right or the left edge of the first steps. */
async function assertFits(tab: Tab): Promise<void> {
  await sidebarOf(tab).assertFits();
}

const ofType = async (editor: Editor, type: string) =>
  (await editor.nodes()).filter((node) => node.type === type).map(({ id }) => id);

/** Presses the first inject of the deployed flow, and waits for the position that it reads. */
async function readClosedPosition(editor: Editor): Promise<void> {
  const [inject = ''] = await ofType(editor, 'inject');
  const messages = await editor.messages();
  await editor.press(inject);
  await messages.first().waitFor();
  assert.match((await messages.first().textContent()) ?? '', /position: "closed"/);
}

for (const view of views) {
  describe(`the first steps with the simulator on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view);
    let steps: ReturnType<typeof firstStepsOf>;

    before(() => {
      steps = firstStepsOf(tab);
    });

    it('are what the sidebar of an empty Node-RED shows', async () => {
      await steps.show();
      await steps.step('Simulator or cloud').waitFor();
      assert.match((await steps.host.textContent()) ?? '', /1 of 5/);
      await tab.shoot('first-run-1-account');
    });

    it('can be skipped, also without an account: each step says what it needs', async () => {
      for (const title of ['Test the connection', 'Names', 'Protected loads', 'First flow']) {
        await steps.press('Skip this step');
        await steps.step(title).waitFor();
        await steps.host.getByText('needs an account').waitFor();
      }
      await steps.host.getByRole('button', { name: '1 Simulator or cloud' }).click();
      await steps.step('Simulator or cloud').waitFor();
    });

    it('1: make the simulator account, which undo takes back and Deploy stores', async () => {
      await steps.press('Use the built-in simulator');
      await steps.step('Test the connection').waitFor();
      assert.equal((await ofType(editor, 'breaker-account')).length, 1);
      assert.equal(await tab.page.evaluate(() => RED.nodes.dirty()), true);
      await tab.page.evaluate(() => RED.actions.invoke('core:undo'));
      await steps.host.getByText('needs an account').waitFor();
      assert.deepEqual(await ofType(editor, 'breaker-account'), []);
      await steps.press('Simulator or cloud');
      await steps.press('Use the built-in simulator');
      await steps.host.getByRole('button', { name: 'Test connection' }).waitFor();
      assert.deepEqual(
        (await editor.nodes()).filter(({ type, valid }) => type === 'breaker-account' && !valid),
        [],
      );
    });

    it('2: test it before it is deployed', async () => {
      const lines = await steps.test();
      assert(
        lines.every(([, result]) => result === 'ok' || result === 'skipped'),
        JSON.stringify(lines),
      );
      await steps.host.getByText('The account works.').waitFor();
      await tab.shoot('first-run-2-test');
      await steps.press('Next');
    });

    it('3: list the devices by what is known of them', async () => {
      await steps.host.getByText(/^outlets.*, .* \(\d{4}\)$/).waitFor();
      assert.equal(await steps.host.locator('.breakerflow-first-devices li').count(), 14);
      await tab.shoot('first-run-3-names');
      await steps.press('Next');
    });

    it('4: protect a load: the account has it, and undo takes it back', async () => {
      await steps.host.getByText('always armed').waitFor();
      const fridge = steps.host.locator('.breakerflow-first-devices label', { hasText: 'refrigerator' }).first();
      await fridge.locator('input').check();
      await tab.shoot('first-run-4-safety');
      const protectedDevices = () =>
        tab.page.evaluate(() => {
          let found: unknown;
          RED.nodes.eachConfig((node) => {
            if (node.type === 'breaker-account') found = (node as { protectedDevices?: unknown }).protectedDevices;
          });
          return found as readonly string[];
        });
      assert.equal((await protectedDevices()).length, 1);
      await tab.page.evaluate(() => RED.actions.invoke('core:undo'));
      assert.equal((await protectedDevices()).length, 0);
      await fridge.locator('input').uncheck();
      await fridge.locator('input').check();
      assert.equal((await protectedDevices()).length, 1);
      await steps.press('Next');
    });

    it('5: put a flow on the canvas that reads a position, ready to deploy', async () => {
      await steps.host.getByRole('combobox', { name: 'Breaker' }).selectOption({ index: 0 });
      await steps.press('Add a flow that reads its position');
      await steps.host.getByText('Press Deploy').waitFor();
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid),
        [],
      );
      await tab.shoot('first-run-5-flow');
      await editor.deploy();
      await readClosedPosition(editor);
      await tab.shoot('first-run-6-read');
    });

    it('5: add a flow that opens and closes, for the simulator only, beside the other', async () => {
      await steps.show();
      await steps.press('Add a flow that opens and closes it');
      assert.equal((await ofType(editor, 'inject')).length, 3);
      assert.equal((await ofType(editor, 'breaker-control')).length, 2);
      await editor.deploy();
    });

    for (const width of [180, 800])
      it(`are usable at ${width} px`, async () => {
        await steps.show();
        // The editor takes no drag while a deploy is shown; a click waits for it.
        await steps.host.locator('ol button').first().click();
        await sidebarOf(tab).resize(width);
        for (const number of [1, 2, 3, 4, 5]) {
          await steps.host
            .locator('ol button')
            .nth(number - 1)
            .click();
          if (number === 2) await steps.test();
          if (number > 2) await steps.host.locator('.breakerflow-first-devices, select').first().waitFor();
          await tab.shoot(`first-run-${width}-${number}`);
          await assertFits(tab);
        }
      });

    it('end, stay ended after a reload, and can be opened again', async () => {
      await steps.show();
      await steps.press('Finish');
      await sidebarOf(tab).devices.first().waitFor();
      await editor.reload();
      await sidebarOf(tab).show();
      assert.equal(await steps.host.isVisible(), false);
      await tab.page.locator('.breakerflow-first-open').click();
      await steps.step('Simulator or cloud').waitFor();
      await steps.host.getByText('This workspace has an account: Simulator: Maple Street 12.').waitFor();
      assert.equal(await steps.host.getByRole('button', { name: 'Use the built-in simulator' }).isDisabled(), true);
      await steps.press('End the first steps');
      await sidebarOf(tab).devices.first().waitFor();
    });

    it('meet no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });

  describe(`the first steps with a cloud account on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view);
    let steps: ReturnType<typeof firstStepsOf>;
    let cloud: StandAloneSimulator;

    before(async () => {
      steps = firstStepsOf(tab);
      cloud = await startSimulator(view.lane);
    });
    after(() => cloud?.stop());

    it('1: open the one dialog in which secrets are typed, set to the cloud', async () => {
      const { page } = tab;
      await steps.show();
      await steps.press('Connect a cloud account');
      await page.waitForFunction(
        (mode) => (document.querySelector(mode) as HTMLSelectElement | null)?.value === 'service',
        input('mode'),
      );
      await page.fill(input('baseUrl'), cloud.baseUrl);
      await page.fill(input('apiKey'), 'not-the-key');
      await page.fill(input('appClientId'), cloud.application.clientId);
      await page.fill(input('appSecret1'), cloud.application.clientSecret);
      await page.fill(input('orgClientId'), cloud.organization.clientId);
      await page.fill(input('orgSecret1'), cloud.organization.clientSecret);
      await editor.finish('node-config-dialog-ok');
      await steps.step('Test the connection').waitFor();
    });

    it('2: a wrong key is one red line, with its field', async () => {
      const lines = await steps.test();
      assert.deepEqual(
        lines.filter(([, result]) => result === 'failed'),
        [['apiKey', 'failed']],
      );
      await steps.host.getByText('Each problem names its field').waitFor();
      await tab.shoot('first-run-cloud-1-wrong-key');
    });

    it('2: its button opens the account at the field, where the problem stands; the right key ends it', async () => {
      const { page } = tab;
      await steps.press('Go to: API key');
      const trouble = page.locator('.breakerflow-row[data-field="apiKey"] .breakerflow-trouble');
      await trouble.waitFor();
      assert.match((await trouble.textContent()) ?? '', /^API key: .*developer portal/s);
      await page.waitForFunction((field) => document.activeElement?.matches(field), input('apiKey'));
      await tab.shoot('first-run-cloud-2-at-field');
      await page.fill(input('apiKey'), cloud.apiKey);
      await trouble.waitFor({ state: 'detached' });
      await editor.finish('node-config-dialog-ok');
      const lines = await steps.test();
      assert.deepEqual(
        lines.filter(([, result]) => result !== 'ok'),
        [['tls', 'skipped']],
      );
      await steps.press('Next');
    });

    it('3 and 4: names can be skipped; arming is a choice of the person', async () => {
      await steps.press('Next');
      const armed = steps.host.getByLabel('Armed', { exact: true });
      assert.equal(await armed.isChecked(), false);
      await armed.check();
      await tab.shoot('first-run-cloud-3-safety');
    });

    it('4: the check list wants a deployed account, then tells what is there, and can be copied', async () => {
      const { page } = tab;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const list = steps.host.locator('.breakerflow-first-check');
      await list.locator('summary').click();
      await list.getByRole('button', { name: 'Check the site' }).click();
      await list.getByText('Deploy the account first.').waitFor();
      await editor.deploy();
      await list.getByRole('button', { name: 'Check the site' }).click();
      await list.locator('progress').waitFor();
      await list.locator('[data-finding="sources"]').waitFor({ timeout: 40_000 });
      await list.locator('[data-finding="sources"]').getByText('remote-command').waitFor();
      await list.locator('[data-finding="sources"]').scrollIntoViewIfNeeded();
      await tab.shoot('first-run-cloud-4-check');
      assert.equal(await list.locator('[data-finding="meters"] li').count(), 14);
      await assertFits(tab);
      await list.getByRole('button', { name: 'Copy the result' }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /^Who operated in the last 7 days\n- .*\n- remote-command: /);
    });

    it('5: add a flow that only reads: no button operates a real breaker', async () => {
      await steps.press('Next');
      await steps.host.getByRole('button', { name: 'Add a flow that reads its position' }).waitFor();
      assert.equal(await steps.host.getByText('opens and closes').count(), 0);
      await steps.press('Add a flow that reads its position');
      await editor.deploy();
      await readClosedPosition(editor);
    });

    it('meet no error in the browser', () => {
      // While the key is wrong, the dialog cannot list the devices either, and says so.
      const others = tab.problems.filter((problem) => !/breakerflow\/site$|status of 400/.test(problem));
      assert.deepEqual(others, []);
    });
  });
}
