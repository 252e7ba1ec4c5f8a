import type { Site } from '../admin-api';
import type { AccountReference } from './account-reference';
import { askSite } from './ask';
import { element } from './element';
import { locationOptions } from './location-options';
import { text } from './texts';

export interface LocationPicker {
  /** Reads the list; a picker asks nothing before. */
  reload(): void;
  /** Also while the dialog is not in the page, because another one lies above it. */
  clear(): void;
}

interface LocationPickerOptions {
  readonly input: Query;
  readonly selected: string;
  readonly account: () => AccountReference | undefined;
}

/** A select of the account's locations, indented as a tree; the input keeps the chosen id. */
export function createLocationPicker({ input, selected, account }: LocationPickerOptions): LocationPicker {
  const hidden = input[0] as HTMLInputElement;
  const select = element('select', { 'aria-label': text('picker.location'), class: 'breakerflow-locations' });
  const note = element('div', { class: 'breakerflow-note', role: 'status' });
  hidden.style.display = 'none';
  hidden.after(select, note);
  select.addEventListener('change', () => {
    input.val(select.value).trigger('change');
  });
  // A dialog may choose, too.
  input.on('change', () => {
    select.value = hidden.value;
  });
  hidden.value = selected;

  function show({ locations }: Site): void {
    const options = locationOptions(locations);
    const { value } = hidden;
    if (value === '') options.unshift(element('option', { value: '' }, [text('picker.chooseLocation')]));
    else if (!locations.some(({ id }) => id === value))
      options.unshift(element('option', { value }, [`${value} (${text('picker.missing')})`]));
    select.replaceChildren(...options);
    select.value = value;
  }

  let turn = 0;
  async function reload(): Promise<void> {
    const mine = ++turn;
    const from = account();
    note.textContent = from === undefined ? text('picker.noAccount') : text('picker.loading');
    if (from === undefined) return;
    try {
      const site = await askSite(from, '', 'any');
      if (mine !== turn) return;
      show(site);
      note.textContent = '';
    } catch (error) {
      if (mine === turn) note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  return {
    reload,
    clear() {
      hidden.value = '';
      select.replaceChildren();
    },
  };
}
