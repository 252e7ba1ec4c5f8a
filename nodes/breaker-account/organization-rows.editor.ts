import {
  addDialogStyle,
  element,
  type Form,
  fields,
  iconButton,
  smallButton,
  stopEnter,
  type TextsOf,
} from '../../src/editor';
import type english from './locales/en-US/breaker-account.json';

const { organizationFields, organizationRows, organizationSlots } = fields;

const css = `
.breakerflow-organization { border: 1px solid var(--red-ui-secondary-border-color, #ddd); padding: 4px 8px; margin: 4px 0; }
.breakerflow-organization-name { display: flex; align-items: center; gap: 8px; }
.breakerflow-organization-name label { flex: 1; display: flex; align-items: center; gap: 8px; width: auto; margin: 0; }
.form-row .breakerflow-organization-name input[type=text] { flex: 1; width: auto; }
`;

interface Slot {
  readonly slot: (typeof organizationSlots)[number];
  readonly block: HTMLElement;
  readonly name: HTMLInputElement;
}

/**
 * The further organizations of the account: a block each, with its name and the rows of its credential. The inputs are in the form
 * from the start, because Node-RED fills in and reads the credentials itself.
 */
export function createOrganizationRows(
  node: EditorNode,
  form: Form,
  text: TextsOf<typeof english, 'breaker-account'>,
): void {
  const host = document.getElementById(`${form.prefix}organizations-rows`);
  if (host === null) return;
  addDialogStyle('breaker-account', css);
  const changed = () => form.input('mode').trigger('change');
  const slots = organizationSlots.map(blockOf);
  const add = smallButton(text('organization.add'), () => {
    const free = slots.find(({ block }) => block.hidden);
    if (free === undefined) return;
    free.block.hidden = false;
    free.name.focus();
    changed();
  });
  host.replaceChildren(...slots.map(({ block }) => block), add);
  form.readRows('organizations', () =>
    slots.filter(({ block }) => !block.hidden).map(({ slot, name }) => ({ slot, name: name.value.trim() })),
  );

  function blockOf(slot: Slot['slot']): Slot {
    const stored = organizationRows(node.organizations).find((row) => row.slot === slot);
    const inputs = Object.values(organizationFields(slot));
    const name = element('input', { type: 'text', 'data-slot': String(slot) });
    name.value = stored?.name ?? '';
    name.addEventListener('change', changed);
    name.addEventListener('keydown', stopEnter);
    const block = element('div', { class: 'breakerflow-organization', role: 'group' }, [
      element('div', { class: 'breakerflow-organization-name' }, [
        element('label', {}, [element('span', {}, [text('organization.name')]), name]),
        iconButton('fa-trash', text('organization.remove'), () => {
          block.hidden = true;
          name.value = '';
          // Node-RED deletes a credential whose input is empty.
          for (const field of inputs) form.input(field).val('').trigger('change');
          changed();
        }),
      ]),
      ...inputs.flatMap((field) => {
        const row = document.querySelector<HTMLElement>(`.breakerflow-row[data-field="${field}"]`);
        return row === null ? [] : [row];
      }),
    ]);
    block.hidden = stored === undefined;
    return { slot, block, name };
  }
}
