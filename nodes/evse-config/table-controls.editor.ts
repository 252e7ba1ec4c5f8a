import { element } from '../../src/editor';

/** A button beside or in a table; without a label its caller names it. */
export function smallButton(icon: string, label: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    element('i', { class: `fa ${icon}`, 'aria-hidden': 'true' }),
    ...(label === '' ? [] : [` ${label}`]),
  ]);
  button.addEventListener('click', onClick);
  return button;
}

/** Enter would close the dialog. */
export function stopEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
