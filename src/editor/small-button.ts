import { element } from './element';

/** A button in a list or below a question. */
export function smallButton(label: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [label]);
  made.addEventListener('click', onClick);
  return made;
}
