import { ask, checkList, draftOf, element, fieldTroubles, goToField, markFields, openAccountDialog, text } from '../..';
import { buttons, errorNote, paragraph, waitNote } from './parts';
import type { AccountStep } from './step';

/** Step 2: the account's own connection test; a problem leads to its field in the account's dialog. */
export const testStep: AccountStep = (account, { done }) => {
  const result = element('div', { role: 'status' });
  const button = element('button', { type: 'button', class: 'red-ui-button primary' }, [text('check.run')]);

  async function test(): Promise<void> {
    button.disabled = true;
    result.replaceChildren(waitNote());
    try {
      const { kind: _, ...draft } = draftOf(RED.nodes.node(account.id) ?? account);
      const { lines } = await ask('POST test-connection', { body: draft });
      const isGood = lines.every((line) => line.result !== 'failed');
      if (isGood) done();
      result.replaceChildren(
        checkList(lines, (field) =>
          openAccountDialog(account.id, () => {
            markFields(fieldTroubles(lines));
            goToField(field);
          }),
        ),
        paragraph(isGood ? 'firstRun.test.good' : 'firstRun.test.bad'),
      );
    } catch (error) {
      result.replaceChildren(errorNote(error));
    } finally {
      button.disabled = false;
    }
  }

  button.addEventListener('click', test);
  return [paragraph('firstRun.test.intro'), buttons(button), result];
};
