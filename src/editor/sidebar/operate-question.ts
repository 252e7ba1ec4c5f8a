import type { OperateAction } from '../../admin-api';
import { element, smallButton } from '..';
import { sidebarText } from './sidebar-text';

/** A capture has its button in the dialog that shows it. */
export type SidebarAction = Exclude<OperateAction, 'capture'>;

/** What the person adds to an action. */
export interface Given {
  readonly reason: string;
  readonly by: string;
}

interface Question {
  readonly action: SidebarAction;
  /** The name of the circuit. */
  readonly name: string;
  /** What will happen, or why this has to be confirmed. */
  readonly text: string;
  /** Asked a second time, because of what the first try has found. */
  readonly again: boolean;
  readonly onYes: (given: Given) => void;
  readonly onNo: () => void;
}

const settleMs = 400;

/** The name that was typed last, where nobody logs in. */
let lastBy = '';

/** A question before a command: names the circuit, says what happens, and does nothing until a button of it is pressed. */
export function operateQuestion({ action, name, text, again, onYes, onNo }: Question): HTMLElement {
  const reason = element('input', { type: 'text', maxlength: '200' });
  const by = element('input', { type: 'text', maxlength: '80', value: lastBy });
  const asksName = (action === 'lock' || action === 'unlock') && !isLoggedIn();
  const label = sidebarText(`operate.${action}`);
  const yes = smallButton(again ? sidebarText('operate.anyway', { action: label }) : label, () => {
    if (asksName && by.value.trim() === '') {
      by.focus();
      by.setAttribute('aria-invalid', 'true');
      return;
    }
    lastBy = by.value.trim();
    onYes({ reason: reason.value.trim(), by: asksName ? lastBy : '' });
  });
  const no = smallButton(sidebarText('operate.cancel'), onNo);
  // A click that was on its way to what stood here before confirms nothing.
  yes.disabled = true;
  setTimeout(() => {
    yes.disabled = false;
  }, settleMs);
  const host = element(
    'div',
    { class: 'breakerflow-question', role: 'alertdialog', tabindex: '-1', 'aria-label': `${label}: ${name}` },
    [
      element('p', {}, [text]),
      ...(asksName ? [field('operate.by', by)] : []),
      ...(again || action === 'unlock' ? [] : [field('operate.reason', reason)]),
      element('div', { class: 'breakerflow-buttons' }, [yes, no]),
    ],
  );
  host.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onNo();
  });
  return host;
}

/** Whether Node-RED knows who sits here: it names no user otherwise. */
function isLoggedIn(): boolean {
  const { user } = RED.settings;
  return user !== undefined && user.anonymous !== true;
}

function field(key: 'operate.by' | 'operate.reason', input: HTMLInputElement): HTMLElement {
  return element('label', { class: 'breakerflow-field' }, [element('span', {}, [sidebarText(key)]), input]);
}
