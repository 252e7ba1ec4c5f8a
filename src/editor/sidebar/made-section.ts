import type { MadeByGone } from '../../admin-api';
import { ask, element } from '..';
import { sidebarText } from './sidebar-text';

interface MadeSection {
  readonly element: HTMLElement;
  reload(): void;
}

/** What deleted nodes have left at the service. Each entry can be deleted again, or left there. */
export function createMadeSection(): MadeSection {
  const list = element('div', { role: 'status' });
  const section = element('section', {}, [element('h4', {}, [sidebarText('made.title')]), list]);

  async function show(answer: Promise<{ readonly made: readonly MadeByGone[] }>): Promise<void> {
    try {
      const { made } = await answer;
      const rows = made.map((one) => row(one, act));
      list.replaceChildren(...(rows.length > 0 ? rows : [note('note', sidebarText('made.none'))]));
    } catch (error) {
      list.replaceChildren(note('error', error instanceof Error ? error.message : String(error)));
    }
  }
  function act(action: 'take-back' | 'give-up', id: string): void {
    void show(ask(`POST made/${action}`, { body: { id } }));
  }

  return { element: section, reload: () => void show(ask('GET made')) };
}

function row(made: MadeByGone, act: (action: 'take-back' | 'give-up', id: string) => void): HTMLElement {
  const { id, kind, nodeId, nodeName, service, what, why, failure } = made;
  const title = sidebarText('made.of', { kind: sidebarText(`made.kind.${kind}`), node: nodeName || nodeId });
  const reason = why === 'failed' ? (failure ?? '') : sidebarText(`made.why.${why}`);
  return element('div', { class: 'breakerflow-item' }, [
    element('div', { class: 'breakerflow-line' }, [
      element('span', {}, [title]),
      element('span', { class: 'breakerflow-secondary' }, [what || service]),
    ]),
    note(why === 'failed' ? 'error' : 'note', reason),
    element('div', { class: 'breakerflow-buttons' }, [
      button('made.takeBack', title, () => act('take-back', id)),
      button('made.giveUp', title, () => act('give-up', id)),
    ]),
  ]);
}

function button(key: 'made.takeBack' | 'made.giveUp', of: string, onClick: () => void): HTMLElement {
  const label = key === 'made.takeBack' ? sidebarText('made.takeBack') : sidebarText('made.giveUp');
  const made = element(
    'button',
    { type: 'button', class: 'red-ui-button red-ui-button-small', 'aria-label': `${label}: ${of}` },
    [label],
  );
  made.addEventListener('click', onClick);
  return made;
}

function note(kind: 'note' | 'error', message: string): HTMLElement {
  return element('div', { class: `breakerflow-${kind}` }, [message]);
}
