import { type ManagerList, managerActions } from '../../admin-api';
import { ask, element } from '..';
import { createAskedList } from './asked-list';
import { createHeldSection } from './held-section';
import type { LiveValues } from './live-values';
import { managerSection, type Pressed } from './manager-section';
import { patchChildren } from './patch-children';
import { sidebarText } from './sidebar-text';
import type { SidebarView } from './view';

interface ManagersOptions {
  readonly account: () => string | undefined;
  readonly live: Pick<LiveValues, 'liveOf' | 'refresh' | 'outdate'>;
  /** What people read for a device; `known`: what the runtime has for it. */
  readonly called: (deviceId: string, known: string | undefined) => string;
}

export interface ManagersView extends SidebarView {
  devicesInView(): string[];
  /** Draws what is known of the devices now. */
  refresh(): void;
}

/** The load managers of the service with their loads, and what those that are gone hold. Asks while it can be seen. */
export function createManagersView({ account, live, called }: ManagersOptions): ManagersView {
  const managers = element('div', {});
  const mayTell = RED.user.hasPermission('breakerflow.write');
  let shown: ManagerList | undefined;
  const list = createAskedList<ManagerList>({
    account,
    ask: (id) => ask('GET accounts/:id/managers', { params: { id } }),
    show,
  });
  const held = createHeldSection({
    ...{ account, nameOf: called, liveOf: live.liveOf },
    onFree: (deviceId, name) =>
      void list.perform(sidebarText('managers.said.free', { name }), (id) =>
        ask('POST accounts/:id/managers/free', { params: { id }, body: { deviceId } }),
      ),
    onOperated(deviceId) {
      live.outdate(deviceId);
      list.reload();
    },
  });
  const host = element('div', {}, [list.note, list.said, managers, held.element]);

  host.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-action], [data-reveal]') : null;
    if (button === null) return;
    const { reveal, manager = '', device = '', name = '' } = button.dataset;
    const action = managerActions.find((each) => each === button.dataset.action);
    if (reveal !== undefined) RED.view.reveal(reveal);
    else if (action !== undefined) void tell({ manager, action, deviceId: device, name });
  });

  function show(answer: ManagerList | undefined): string {
    const before = shown?.held.length;
    shown = answer;
    if (answer === undefined) {
      managers.replaceChildren();
      held.show([]);
      return sidebarText('managers.loading');
    }
    const words = { text: sidebarText, language: RED.i18n.lang() };
    patchChildren(
      managers,
      answer.managers.map((one) => managerSection(one, { words, mayTell, nameOf: called })),
    );
    held.show(answer.held);
    if (before !== answer.held.length) live.refresh();
    return answer.managers.length === 0 ? sidebarText('managers.none') : '';
  }

  const tell = ({ name, ...body }: Pressed) =>
    list.perform(sidebarText(`managers.said.${body.action}`, { name }), (id) =>
      ask('POST accounts/:id/managers/tell', { params: { id }, body }),
    );

  return {
    element: host,
    open: list.open,
    close: list.close,
    reload: list.reload,
    devicesInView: () => shown?.held.map(({ deviceId }) => deviceId) ?? [],
    refresh: held.refresh,
  };
}
