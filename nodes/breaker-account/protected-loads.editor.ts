import {
  type AccountReference,
  addDialogStyle,
  askSite,
  element,
  type Form,
  iconButton,
  type TextsOf,
  text,
} from '../../src/editor';
import { loadTypeRows, loadTypesOf, withLoadType } from './load-types';
import type english from './locales/en-US/breaker-account.json';

const css = `
.breakerflow-row[data-field=protectedLoads] > label { vertical-align: top; padding-top: 6px; }
.form-row .breakerflow-searchbar input.breakerflow-other-load { flex: 1; min-width: 0; width: auto; margin: 0; }
.breakerflow-of-devices { color: var(--red-ui-secondary-text-color, #888); font-size: 0.9em; }
.breakerflow-picker .breakerflow-note, .breakerflow-picker .breakerflow-error { padding-left: 0; }
`;

type AccountText = TextsOf<typeof english, 'breaker-account'>;

interface ProtectedLoads {
  reload(): Promise<void>;
  /** Lists what is stored alone: the devices that were told of are those of another service. */
  forget(): void;
}

/** A list of types of load to tick in place of the text, which stays what is stored. */
export function showProtectedLoads(
  row: HTMLElement,
  form: Form,
  account: () => AccountReference,
  accountText: AccountText,
): ProtectedLoads {
  addDialogStyle('breaker-account', css);
  const input = form.input('protectedLoads');
  const stored = () => String(input.val() ?? '');
  const store = (value: string) => {
    input.val(value).trigger('change');
  };
  const label = row.querySelector('label')?.textContent ?? '';
  const tip = row.querySelector('.breakerflow-tip')?.id;
  const list = element('div', {
    class: 'breakerflow-devices',
    role: 'group',
    'aria-label': label,
    ...(tip !== undefined && { 'aria-describedby': tip }),
  });
  const other = element('input', {
    type: 'text',
    class: 'breakerflow-other-load',
    placeholder: accountText('load.other'),
    'aria-label': accountText('load.other'),
  });
  const note = element('div', { role: 'status' });
  const offered = new Set(loadTypesOf(stored()));
  let known: Parameters<typeof loadTypeRows>[0]['known'];
  let turn = 0;

  function show(): void {
    list.replaceChildren(...loadTypeRows({ stored: stored(), known, offered: [...offered] }).map(rowOf));
    list.hidden = list.childElementCount === 0;
  }

  function rowOf({ type, devices, isTicked }: ReturnType<typeof loadTypeRows>[number]): HTMLElement {
    const box = element('input', { type: 'checkbox', value: type });
    box.checked = isTicked;
    box.addEventListener('change', () => store(withLoadType(stored(), type, box.checked)));
    const count = devices === undefined ? '' : accountText(devices === 1 ? 'load.one' : 'load.devices', { devices });
    return element('label', { class: 'breakerflow-device' }, [
      box,
      element('span', { class: 'breakerflow-load' }, [type]),
      element('span', { class: 'breakerflow-of-devices' }, [count]),
    ]);
  }

  function tell(message: string, isError = false): void {
    note.className = isError ? 'breakerflow-error' : 'breakerflow-note';
    note.textContent = message;
  }

  function add(): void {
    const types = loadTypesOf(other.value);
    if (types.length === 0) return;
    for (const type of types) offered.add(type);
    store(types.reduce((value, type) => withLoadType(value, type, true), stored()));
    other.value = '';
    show();
    tell(accountText('load.added', { types: types.join(', ') }));
  }

  function forget(): void {
    turn += 1;
    known = undefined;
    tell('');
    show();
  }

  async function reload(): Promise<void> {
    const mine = ++turn;
    tell(text('picker.loading'));
    try {
      const { loadTypes, unread = [] } = await askSite(account(), '', 'any');
      if (mine !== turn) return;
      known = loadTypes;
      tell(unread.join(' '), unread.length > 0);
    } catch (error) {
      if (mine !== turn) return;
      // The devices of the service before are not those of this one.
      known = undefined;
      tell(error instanceof Error ? error.message : String(error), true);
    }
    show();
  }

  other.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  });
  const addButton = element('button', { type: 'button', class: 'red-ui-button' }, [
    element('i', { class: 'fa fa-plus', 'aria-hidden': 'true' }),
    ` ${accountText('load.add')}`,
  ]);
  addButton.addEventListener('click', add);
  input.toggle(false);
  row.append(
    element('div', { class: 'breakerflow-picker' }, [
      list,
      element('div', { class: 'breakerflow-searchbar' }, [
        other,
        addButton,
        iconButton('fa-refresh', text('picker.reload'), () => void reload(), 'red-ui-button'),
      ]),
      note,
    ]),
  );
  show();
  return { reload, forget };
}
