import { element } from '../../src/editor';

/** A button with an icon. Without a label the caller must set its `aria-label`. */
export function smallButton(icon: string, label: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    element('i', { class: `fa ${icon}`, 'aria-hidden': 'true' }),
    ...(label === '' ? [] : [` ${label}`]),
  ]);
  button.addEventListener('click', onClick);
  return button;
}

/** Ignores Enter, which would close the dialog. */
export function stopEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
