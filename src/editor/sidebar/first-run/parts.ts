import { element } from '../..';
import { type SidebarKey, sidebarText } from '../sidebar-text';

export function paragraph(key: SidebarKey, params?: Readonly<Record<string, unknown>>): HTMLElement {
  return element('p', {}, [sidebarText(key, params)]);
}

export function pushButton(key: SidebarKey, onClick: () => void, { primary = false } = {}): HTMLButtonElement {
  const kind = primary ? ' primary' : '';
  const button = element('button', { type: 'button', class: `red-ui-button${kind}` }, [sidebarText(key)]);
  button.addEventListener('click', onClick);
  return button;
}

export function buttons(...children: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: 'breakerflow-buttons' }, children);
}

export function errorNote(error: unknown): HTMLElement {
  const message = error instanceof Error ? error.message : String(error);
  return element('div', { class: 'breakerflow-error', role: 'alert' }, [message]);
}

export function waitNote(): HTMLElement {
  return element('div', { class: 'breakerflow-note' }, [sidebarText('loading')]);
}
