import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { dialogFlows, dialogNodes } from './dialog-nodes';
import { inDialog } from './in-dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

/** Shows what depends on other fields too: a hidden control has no role. */
function showTypedFields(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const field of document.querySelectorAll('.red-ui-tray .red-ui-typedInput-container'))
      for (
        let each = field.parentElement;
        each !== null && !each.classList.contains('red-ui-tray');
        each = each.parentElement
      ) {
        each.hidden = false;
        each.style.removeProperty('display');
        if (each instanceof HTMLDetailsElement) each.open = true;
      }
  });
}

/** The controls of the typed fields of a dialog that no screen reader can name, and how many fields there are. */
async function typedFields(page: Page): Promise<{ readonly count: number; readonly nameless: readonly string[] }> {
  await showTypedFields(page);
  const fields = page.locator('.red-ui-tray .red-ui-typedInput-container');
  const count = await fields.count();
  const nameless: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const field = fields.nth(index);
    const name = await field.getAttribute('aria-label');
    const label = page.locator('.red-ui-tray').getByRole('group', { name: name ?? '', exact: true });
    // A text that is missing is shown as its key.
    if (!name || name.includes('.label.') || (await label.count()) === 0) nameless.push(`field ${index} has no name`);
    for (const role of ['textbox', 'button', 'combobox'] as const) {
      const controls = await field.getByRole(role).count();
      const named = await field.getByRole(role, { name: /\S/ }).count();
      if (named < controls) nameless.push(`${name}: ${controls - named} of ${controls} as ${role}`);
    }
  }
  return { count, nameless };
}

/** Only colours differ between the themes of one version. */
for (const view of views.filter(({ lane, theme }) => lane.name === '4' || theme === 'dark'))
  describe(`the typed fields of every dialog on ${view.name}`, () => {
    const { tab } = openedEditor(view, { flows: dialogFlows });
    let found = 0;

    for (const node of dialogNodes)
      it(`${node.type} (${node.id}): a screen reader can name each of their controls`, async () => {
        const { count, nameless } = await inDialog(tab.page, node, () => typedFields(tab.page));
        assert.deepEqual(nameless, []);
        found += count;
      });

    it('are there', () => assert.ok(found >= 20, `${found} fields`));
  });
