import type { CommandEnding, CommandList, ListedCommand } from '../../admin-api';
import { ask, element } from '..';
import { shownNode } from './node-link';
import { sidebarText } from './sidebar-text';
import type { SidebarView } from './view';

const searchPauseMs = 250;

const icons = {
  done: 'fa-check',
  notDone: 'fa-ban',
  unknown: 'fa-question-circle-o',
  open: 'fa-hourglass-half',
} as const satisfies Readonly<Record<CommandEnding, string>>;

/** The record of commands: what, for which device, who, why, how it ended and when. */
export function createCommandsView(account: () => string | undefined): SidebarView {
  const search = element('input', {
    type: 'search',
    class: 'breakerflow-search',
    placeholder: sidebarText('commands.search'),
    'aria-label': sidebarText('commands.search'),
  });
  const note = element('div', { class: 'breakerflow-note', role: 'status' });
  const list = element('ul', {
    class: 'breakerflow-calls breakerflow-commands',
    'aria-label': sidebarText('commands.label'),
  });
  const more = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small', hidden: true }, [
    sidebarText('commands.more'),
  ]);
  const host = element('div', { class: 'breakerflow-page' }, [
    element('div', { class: 'breakerflow-searchbar' }, [search]),
    note,
    list,
    element('div', { class: 'breakerflow-buttons' }, [more]),
  ]);
  let last: number | undefined;
  let turn = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  search.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(reload, searchPauseMs);
  });
  more.addEventListener('click', () => void load(last));

  const reload = () => void load(undefined);

  async function load(after: number | undefined): Promise<void> {
    turn += 1;
    const mine = turn;
    const id = account();
    if (id === undefined) return;
    try {
      const query = { search: search.value, after: after === undefined ? '' : String(after) };
      const answer = await ask('GET accounts/:id/commands', { params: { id }, query });
      if (mine === turn) show(answer, after !== undefined);
    } catch (error) {
      if (mine !== turn) return;
      list.replaceChildren();
      more.hidden = true;
      note.className = 'breakerflow-error';
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  function show({ commands, more: hasMore, since }: CommandList, isFurther: boolean): void {
    const rows = commands.map(commandRow);
    if (isFurther) list.append(...rows);
    else list.replaceChildren(...rows);
    last = commands.at(-1)?.sequence ?? last;
    more.hidden = !hasMore;
    note.className = 'breakerflow-note';
    note.textContent =
      list.children.length > 0
        ? sidebarText('commands.since', { since: dateTime(since) })
        : sidebarText(search.value.trim() === '' ? 'commands.empty' : 'commands.none');
  }

  return { element: host, open: reload, close() {}, reload };
}

function commandRow(command: ListedCommand): HTMLElement {
  const { devices, what, reason, user, node, askedAt, sentAt, outcome, ending, repeated = 0 } = command;
  const names = devices.map(({ name }) => name).join(', ');
  const title = [
    ...devices.map(({ id }) => id),
    sidebarText('commands.asked', { at: dateTime(askedAt) }),
    sentAt === undefined ? sidebarText('commands.notSent') : sidebarText('commands.sent', { at: dateTime(sentAt) }),
  ].join('\n');
  return element('li', { title }, [
    element('span', { class: 'breakerflow-operation' }, [names === '' ? what : `${what}: ${names}`]),
    element('span', { class: `breakerflow-ending-${ending}` }, [
      element('i', { class: `fa ${icons[ending]}`, 'aria-hidden': 'true' }),
      ` ${outcome}`,
    ]),
    element('span', {}, [dateTime(askedAt)]),
    ...(user === undefined ? [] : [element('span', {}, [user])]),
    ...(node?.name === undefined ? [] : [nodeLink(node.name, node.id)]),
    ...(reason === undefined ? [] : [element('span', { class: 'breakerflow-secondary' }, [reason])]),
    ...(repeated > 0 ? [element('span', {}, [sidebarText('commands.repeated', { count: repeated })])] : []),
  ]);
}

/** A node that is there is shown on a click; the name of one that is gone is only a name. */
function nodeLink(name: string, id: string | undefined): HTMLElement {
  const shown = id === undefined ? undefined : shownNode(id);
  if (shown === undefined) return element('span', {}, [name]);
  const link = element('button', { type: 'button', class: 'breakerflow-link' }, [name]);
  link.addEventListener('click', () => RED.view.reveal(shown));
  return link;
}

function dateTime(at: number): string {
  return new Date(at).toLocaleString(RED.i18n.lang(), { dateStyle: 'short', timeStyle: 'medium' });
}
