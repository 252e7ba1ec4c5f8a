import { element } from '..';
import { createAutomationView } from './automation-view';
import { createCallsView } from './calls-view';
import { createCommandsView } from './commands-view';
import { createFirstRun } from './first-run/first-run';
import { createHealthView } from './health-view';
import { createLiveValues } from './live-values';
import { createPages } from './pages';
import { createPanelView } from './panel-view';
import { createRehearsalView } from './rehearsal/rehearsal-view';
import { addSidebarStyle } from './sidebar-style';
import { sidebarText } from './sidebar-text';
import { createSimulatorView } from './simulator-view';
import { createSiteView } from './site-view';
import { createUseAccount } from './use-account';

interface AccountChoice {
  readonly id: string;
  readonly name: string;
  readonly simulator: boolean;
}

/** Among the ids of accounts to choose from: an action, for which a low sidebar has no other room. */
const useForFlow = 'use-for-flow';

/** Builds the sidebar in `host`; `shown` says whether it can be seen: otherwise it asks nothing. */
export function openSidebar(host: HTMLElement): { shown(isShown: boolean): void } {
  addSidebarStyle();
  const choose = element('select', { 'aria-label': sidebarText('account') });
  const none = element('div', { class: 'breakerflow-note' }, [sidebarText('noAccount')]);
  const useAccount = createUseAccount(() => account?.id);
  const top = element('div', { class: 'breakerflow-account' }, [choose]);
  let accounts: AccountChoice[] = [];
  let account: AccountChoice | undefined;
  let isShown = false;
  /** The pages are seen: the sidebar is shown, and the first steps are not. */
  let areSeen = false;
  const accountId = () => account?.id;

  const live = createLiveValues({
    account: accountId,
    inView() {
      const page = pages.current();
      return page === 'site' ? site.devicesInView() : page === 'automation' ? automation.devicesInView() : [];
    },
    onValues() {
      site.refresh();
      automation.refresh();
    },
    onCalls() {
      if (pages.current() === 'calls') calls.reload();
    },
    onTree: (version) => site.checkVersion(version),
  });
  const site = createSiteView({
    account: accountId,
    live,
    simulator: { isThere: () => account?.simulator === true, open: () => pages.choose('simulator') },
  });
  const panel = createPanelView(accountId);
  const automation = createAutomationView({ account: accountId, live, nameOf: site.nameOf });
  const calls = createCallsView(accountId);
  const commands = createCommandsView(accountId);
  const health = createHealthView(accountId, site.nameOf);
  const simulator = createSimulatorView({
    account: accountId,
    selected: () => site.selected()?.id,
    onControl: live.refresh,
  });
  const rehearsal = createRehearsalView();
  const firstRun = createFirstRun({ account: accountId, onChange: arrange });
  none.append(' ', firstRun.link);
  const pages = createPages({ site, panel, automation, commands, health, calls, simulator, rehearsal }, live.refresh, [
    firstRun.opener,
    top,
  ]);

  function readAccounts(): void {
    accounts = [];
    RED.nodes.eachConfig((node) => {
      if (node.type === 'breaker-account')
        accounts.push({ id: node.id, name: RED.utils.getNodeLabel(node, node.id), simulator: node.mode !== 'service' });
      return true;
    });
    choose.replaceChildren(
      ...accounts.map(({ id, name }) => element('option', { value: id }, [name])),
      element('option', { value: useForFlow }, [sidebarText('useAccount.open')]),
    );
    const added = firstRun.noteAccounts(accounts.map(({ id }) => id));
    const next = accounts.find(({ id }) => id === (added ?? account?.id)) ?? accounts[0];
    if (next !== undefined) choose.value = next.id;
    take(next);
  }

  function take(next: AccountChoice | undefined): void {
    const changed = next?.id !== account?.id;
    account = next;
    top.hidden = accounts.length < 2;
    pages.allow('simulator', next?.simulator === true);
    firstRun.refresh();
    arrange();
    if (!changed) return;
    useAccount.close();
    live.forget();
    if (areSeen) pages.reload();
    live.refresh();
  }

  function arrange(): void {
    const isGuided = firstRun.isShown();
    none.hidden = account !== undefined || isGuided;
    pages.element.hidden = account === undefined || isGuided;
    const wereSeen = areSeen;
    areSeen = isShown && !isGuided;
    if (wereSeen === areSeen) return;
    live.setShown(areSeen);
    if (areSeen) pages.open();
    else pages.close();
  }

  choose.addEventListener('change', () => {
    if (choose.value !== useForFlow) {
      take(accounts.find(({ id }) => id === choose.value));
      return;
    }
    choose.value = account?.id ?? '';
    useAccount.open();
  });
  let pause: ReturnType<typeof setTimeout> | undefined;
  const readSoon = () => {
    clearTimeout(pause);
    pause = setTimeout(readAccounts, 100);
  };
  for (const event of ['nodes:add', 'nodes:change', 'nodes:remove', 'flows:loaded']) RED.events.on(event, readSoon);
  // After a deploy, the nodes start a moment later.
  RED.events.on('deploy', () => {
    if (areSeen) setTimeout(pages.reload, 500);
  });

  host.replaceChildren(none, useAccount.element, firstRun.element, pages.element);
  readAccounts();

  return {
    shown(next) {
      if (next === isShown) return;
      isShown = next;
      if (isShown) readAccounts();
      else arrange();
    },
  };
}
