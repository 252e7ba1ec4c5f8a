import { type ManagerList, managerActions } from '../../admin-api';
import { ask, element } from '..';
import { createHeldSection } from './held-section';
import type { LiveValues } from './live-values';
import { managerSection, type Pressed } from './manager-section';
import { patchChildren } from './patch-children';
import { sidebarText } from './sidebar-text';
import type { SidebarView } from './view';

/** Its answer comes from the memory of the runtime: nothing is asked of the service. */
const refreshMs = 2_000;
/** The pause after a failure; it doubles with each further one. */
const retry = { firstMs: 5_000, longestMs: 60_000 };
/** What takes longer shows that it is under way. */
const patienceMs = 1_000;

interface ManagersOptions {
  readonly account: () => string | undefined;
  readonly live: Pick<LiveValues, 'liveOf' | 'refresh' | 'outdate'>;
  /** What the tree has for a device; its id where it is not known. */
  readonly nameOf: (deviceId: string) => string;
}

export interface ManagersView extends SidebarView {
  devicesInView(): string[];
  /** Draws what is known of the devices now. */
  refresh(): void;
}

/** The load managers of the service with their loads, and what those that are gone hold. Asks while it can be seen. */
export function createManagersView({ account, live, nameOf }: ManagersOptions): ManagersView {
  const note = element('div', { class: 'breakerflow-note', role: 'status' });
  const said = element('div', { class: 'breakerflow-note', role: 'status' });
  const managers = element('div', {});
  const mayTell = RED.user.hasPermission('breakerflow.write');
  const called = (deviceId: string, known: string | undefined) => {
    const inTree = nameOf(deviceId);
    return inTree === deviceId ? (known ?? sidebarText('managers.unknownDevice')) : inTree;
  };
  const held = createHeldSection({
    ...{ account, nameOf: called, liveOf: live.liveOf },
    onFree: (deviceId, name) =>
      void perform(sidebarText('managers.said.free', { name }), (id) =>
        ask('POST accounts/:id/managers/free', { params: { id }, body: { deviceId } }),
      ),
    onOperated(deviceId) {
      live.outdate(deviceId);
      void load();
    },
  });
  const host = element('div', { class: 'breakerflow-page' }, [note, said, managers, held.element]);
  let shown: ManagerList | undefined;
  let shownOf: string | undefined;
  let isOpen = false;
  let turn = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const looking = () => isOpen && !document.hidden && account() !== undefined;

  host.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-action], [data-reveal]') : null;
    if (button === null) return;
    const { reveal, manager = '', device = '', name = '' } = button.dataset;
    const action = managerActions.find((each) => each === button.dataset.action);
    if (reveal !== undefined) RED.view.reveal(reveal);
    else if (action !== undefined) void tell({ manager, action, deviceId: device, name });
  });
  document.addEventListener('visibilitychange', () => askIn(0));

  function askIn(delayMs: number): void {
    clearTimeout(timer);
    if (looking()) timer = setTimeout(() => void load(), delayMs);
  }

  async function load(): Promise<void> {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    const id = account();
    if (id !== shownOf) clear(id);
    if (id === undefined || !looking()) return;
    let nextMs = refreshMs;
    try {
      const answer = await ask('GET accounts/:id/managers', { params: { id } });
      if (mine !== turn) return;
      failures = 0;
      show(answer);
    } catch (error) {
      if (mine !== turn) return;
      nextMs = Math.min(retry.longestMs, retry.firstMs * 2 ** failures);
      failures += 1;
      clear(id);
      tellFailure(note, error);
    }
    askIn(nextMs);
  }

  /** What is not known any more is not shown. */
  function clear(id: string | undefined): void {
    shown = undefined;
    shownOf = id;
    managers.replaceChildren();
    held.show([]);
    said.textContent = '';
    note.className = 'breakerflow-note';
    note.textContent = sidebarText('managers.loading');
  }

  function show(answer: ManagerList): void {
    const before = shown?.held.length;
    shown = answer;
    note.className = 'breakerflow-note';
    note.textContent = answer.managers.length === 0 ? sidebarText('managers.none') : '';
    const words = { text: sidebarText, language: RED.i18n.lang() };
    patchChildren(
      managers,
      answer.managers.map((one) => managerSection(one, { words, mayTell, nameOf: called })),
    );
    held.show(answer.held);
    if (before !== answer.held.length) live.refresh();
  }

  const tell = ({ name, ...body }: Pressed) =>
    perform(sidebarText(`managers.said.${body.action}`, { name }), (id) =>
      ask('POST accounts/:id/managers/tell', { params: { id }, body }),
    );

  /** Asks for something to be done, and says how it ended. */
  async function perform(done: string, request: (id: string) => Promise<ManagerList>): Promise<void> {
    const id = account();
    if (id === undefined) return;
    turn += 1;
    const mine = turn;
    clearTimeout(timer);
    said.className = 'breakerflow-note';
    said.textContent = '';
    const startedMs = performance.now();
    const waiting = setInterval(() => {
      said.textContent = sidebarText('operate.working', {
        seconds: Math.round((performance.now() - startedMs) / 1000),
      });
    }, patienceMs);
    try {
      const answer = await request(id);
      if (id !== account()) return;
      if (mine === turn) show(answer);
      said.textContent = done;
    } catch (error) {
      tellFailure(said, error);
    } finally {
      clearInterval(waiting);
      if (mine === turn) askIn(refreshMs);
    }
  }

  return {
    element: host,
    open() {
      isOpen = true;
      said.textContent = '';
      void load();
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
    },
    reload: () => void load(),
    devicesInView: () => shown?.held.map(({ deviceId }) => deviceId) ?? [],
    refresh: held.refresh,
  };
}

function tellFailure(host: HTMLElement, error: unknown): void {
  host.className = 'breakerflow-error';
  host.textContent = error instanceof Error ? error.message : String(error);
}
