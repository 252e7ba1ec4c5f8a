import type { WatchList } from '../../admin-api';
import { ask, element } from '..';
import { createAskedList } from './asked-list';
import { patchChildren } from './patch-children';
import { sidebarText } from './sidebar-text';
import type { SidebarView } from './view';
import { watchSection } from './watch-section';

interface WatchesOptions {
  readonly account: () => string | undefined;
  /** What people read for a device; `known`: what the runtime has for it. */
  readonly called: (deviceId: string, known: string | undefined) => string;
}

/** All that the watches of the service watch. Asks while it can be seen. */
export function createWatchesView({ account, called }: WatchesOptions): SidebarView {
  const watches = element('div', {});
  const mayTell = RED.user.hasPermission('breakerflow.write');
  const unfolded = new Set<string>();
  let shown: WatchList | undefined;
  const list = createAskedList<WatchList>({
    account,
    ask: (id) => ask('GET accounts/:id/watches', { params: { id } }),
    show(answer) {
      shown = answer;
      draw();
      if (answer === undefined) return sidebarText('watches.loading');
      return answer.watches.length === 0 ? sidebarText('watches.none') : '';
    },
  });
  const host = element('div', {}, [list.note, list.said, watches]);

  function draw(): void {
    const words = { text: sidebarText, language: RED.i18n.lang() };
    patchChildren(
      watches,
      (shown?.watches ?? []).map((one) => watchSection(one, { words, mayTell, called, isOpen: unfolded.has(one.id) })),
    );
  }

  host.addEventListener('click', (event) => {
    const pressed =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('summary, [data-acknowledge], [data-reveal]')
        : null;
    if (pressed === null) return;
    const { reveal, acknowledge: watch, device: deviceId = '', name } = pressed.dataset;
    const folded = pressed.parentElement?.dataset.watch;
    if (reveal !== undefined) RED.view.reveal(reveal);
    else if (watch !== undefined)
      void list.perform(sidebarText('watches.said', { name }), (id) =>
        ask('POST accounts/:id/watches/acknowledge', { params: { id }, body: { watch, deviceId } }),
      );
    else if (folded !== undefined) {
      // Drawing opens it: its rows are made only then.
      event.preventDefault();
      if (!unfolded.delete(folded)) unfolded.add(folded);
      draw();
    }
  });

  return { element: host, open: list.open, close: list.close, reload: list.reload };
}
