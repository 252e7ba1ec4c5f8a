import type { CallList, ListedCall } from '../../admin-api';
import { ask, element } from '..';
import { askerOf, type FoldedCall, filterCalls, foldCalls } from './call-filter';
import { curlText } from './curl-text';
import { nodeLink } from './node-link';
import { sidebarText } from './sidebar-text';
import type { SidebarView } from './view';

/** The newest calls of an account's nodes: what, how it ended, how long it took, and as a command for a shell. */
export function createCallsView(account: () => string | undefined): SidebarView {
  const search = element('input', {
    type: 'search',
    class: 'breakerflow-search',
    placeholder: sidebarText('calls.search'),
    'aria-label': sidebarText('calls.search'),
  });
  const failedOnly = element('input', { type: 'checkbox' });
  const note = element('div', { class: 'breakerflow-note', role: 'status' });
  const list = element('ul', { class: 'breakerflow-calls', 'aria-label': sidebarText('calls.label') });
  const host = element('div', { class: 'breakerflow-page' }, [
    element('div', { class: 'breakerflow-searchbar' }, [search]),
    element('label', { class: 'breakerflow-check' }, [failedOnly, ` ${sidebarText('calls.failedOnly')}`]),
    note,
    list,
  ]);
  let answer: CallList | undefined;
  let turn = 0;

  search.addEventListener('input', show);
  failedOnly.addEventListener('change', show);
  list.addEventListener('click', ({ target }) => {
    const id = target instanceof Element && target.closest<HTMLElement>('[data-reveal]')?.dataset.reveal;
    if (id) RED.view.reveal(id);
  });

  function show(): void {
    if (answer === undefined) return;
    const { calls, apiKeyHeader } = answer;
    const editorWord = sidebarText('calls.editor');
    const found = filterCalls(calls, { search: search.value, failedOnly: failedOnly.checked, editorWord });
    note.className = 'breakerflow-note';
    note.textContent = sidebarText(found.length > 0 ? 'calls.hint' : calls.length === 0 ? 'calls.empty' : 'calls.none');
    list.replaceChildren(...foldCalls(found).map((folded) => callRow(folded, apiKeyHeader)));
  }

  async function reload(): Promise<void> {
    turn += 1;
    const mine = turn;
    const id = account();
    if (id === undefined) return;
    try {
      const next = await ask('GET accounts/:id/calls', { params: { id } });
      if (mine !== turn) return;
      answer = next;
      show();
    } catch (error) {
      if (mine !== turn) return;
      answer = undefined;
      list.replaceChildren();
      note.className = 'breakerflow-error';
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  return { element: host, open: reload, close() {}, reload };
}

function callRow({ call, times }: FoldedCall, apiKeyHeader: string): HTMLElement {
  const { operation, device, method, url, startedAt, durationMs, retries, statusCode, code } = call;
  const outcome = [statusCode, code].filter((part) => part !== undefined).join(' ');
  const copy = element(
    'button',
    {
      type: 'button',
      class: 'red-ui-button red-ui-button-small',
      title: sidebarText('calls.copy'),
      'aria-label': sidebarText('calls.copyOf', { operation }),
    },
    [element('i', { class: 'fa fa-terminal', 'aria-hidden': 'true' })],
  );
  copy.addEventListener('click', () =>
    RED.clipboard.copyText(curlText(call, apiKeyHeader), $(copy), sidebarText('calls.copied')),
  );
  return element('li', { title: `${method} ${url}` }, [
    element('span', { class: 'breakerflow-operation' }, [operation]),
    ...(device === undefined ? [] : [element('span', { class: 'breakerflow-call-device' }, [device])]),
    ...askerPart(call),
    ...(times > 1 ? [element('span', { title: sidebarText('calls.times', { count: times }) }, [`×${times}`])] : []),
    element('span', { class: code === undefined ? 'breakerflow-ok' : 'breakerflow-failed' }, [outcome]),
    element('span', {}, [`${Math.round(durationMs)} ms`]),
    element('span', {}, [new Date(startedAt).toLocaleTimeString(RED.i18n.lang())]),
    ...(retries > 0 ? [element('span', {}, [sidebarText('calls.retries', { count: retries })])] : []),
    copy,
  ]);
}

function askerPart(call: ListedCall): HTMLElement[] {
  const asker = askerOf(call, sidebarText('calls.editor'));
  if (asker === '') return [];
  const named = call.origin?.kind === 'node' ? nodeLink(call.origin.id, asker) : asker;
  return [
    element('span', { class: 'breakerflow-call-asker', title: sidebarText('calls.calledBy', { asker }) }, [named]),
  ];
}
