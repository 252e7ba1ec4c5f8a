import { element } from '..';
import { type SidebarKey, sidebarText } from './sidebar-text';

type Options = readonly (readonly [value: string, label: string])[];

function labelled(label: string, input: HTMLElement): HTMLElement {
  return element('label', { class: 'breakerflow-field' }, [element('span', {}, [label]), input]);
}

/** A list to choose from; `set` chooses a value that may not be in it yet. */
export function choice(label: string, options: Options) {
  const input = element('select');
  let filled = '';
  function fill(next: Options): void {
    const text = JSON.stringify(next);
    // Replacing the options would close an open list.
    if (text === filled) return;
    filled = text;
    const { value } = input;
    input.replaceChildren(...next.map(([id, name]) => element('option', { value: id }, [name])));
    if (next.some(([id]) => id === value)) input.value = value;
  }
  fill(options);
  return {
    row: labelled(label, input),
    input,
    fill,
    set(value: string, name: string) {
      if (![...input.options].some((option) => option.value === value))
        input.append(element('option', { value }, [name]));
      input.value = value;
    },
  };
}

export function numberInput(label: string, value: number | '', min: number) {
  const input = element('input', { type: 'number', value: String(value), min: String(min), step: 'any' });
  return { row: labelled(label, input), input, value: () => Number(input.value) };
}

export function textInput(label: string) {
  const input = element('input', { type: 'text', maxlength: '80' });
  return { row: labelled(label, input), input };
}

/** A button that cannot be pressed again before it is done. */
export function action(key: SidebarKey, icon: string, work: () => Promise<void>): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    element('i', { class: `fa ${icon}`, 'aria-hidden': 'true' }),
    ` ${sidebarText(key)}`,
  ]);
  button.addEventListener('click', () => {
    button.disabled = true;
    work().finally(() => {
      button.disabled = false;
    });
  });
  return button;
}
