import { element } from './element';

/** A button in a list or below a question; an icon stands before its words. */
export function smallButton(label: string, onClick: () => void, icon?: string): HTMLButtonElement {
  const words = icon === undefined ? [label] : [iconOf(icon), ` ${label}`];
  const made = element('button', { type: 'button', class: smallClass }, words);
  made.addEventListener('click', onClick);
  return made;
}

/** A button that shows only an icon; its label is read to those who do not see it, and shows while the pointer rests on it. */
export function iconButton(
  icon: string,
  label: string,
  onClick: () => void,
  className: string = smallClass,
): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className, title: label, 'aria-label': label }, [
    iconOf(icon),
  ]);
  made.addEventListener('click', onClick);
  return made;
}

const smallClass = 'red-ui-button red-ui-button-small';
const iconOf = (icon: string) => element('i', { class: `fa ${icon}`, 'aria-hidden': 'true' });
