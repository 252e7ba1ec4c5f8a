import { element, iconButton } from '../..';
import { sidebarText } from '../sidebar-text';
import { accountStep } from './account-step';
import { type FirstRunState, loadState, type StepName, stepNames, storeState } from './first-run-state';
import { addFirstRunStyle } from './first-run-style';
import { flowStep } from './flow-step';
import { namesStep } from './names-step';
import { buttons, paragraph, pushButton } from './parts';
import { safetyStep } from './safety-step';
import type { AccountStep, Step } from './step';
import { testStep } from './test-step';

interface FirstRunOptions {
  /** The id of the account that the sidebar shows. */
  readonly account: () => string | undefined;
  /** The first steps are shown from now on, or not any more. */
  readonly onChange: () => void;
}

export interface FirstRun {
  readonly element: HTMLElement;
  /** Opens them again, beside the tabs of the pages. */
  readonly opener: HTMLElement;
  /** The same where there are no pages, as words. */
  readonly link: HTMLElement;
  isShown(): boolean;
  /** Hears which accounts there are, and returns the one to show, if it was just made in the first step. */
  noteAccounts(ids: readonly string[]): string | undefined;
  /** Draws what has changed with the account. */
  refresh(): void;
}

const steps: Readonly<Record<StepName, Step>> = {
  account: accountStep,
  test: withAccount(testStep),
  names: withAccount(namesStep),
  safety: withAccount(safetyStep),
  flow: withAccount(flowStep),
};

/** The first steps of a new user, each of which can be skipped: shown while there is no account, and until they end. */
export function createFirstRun({ account, onChange }: FirstRunOptions): FirstRun {
  addFirstRunStyle();
  const mayDeploy = RED.user.hasPermission('flows.write');
  const body = element('div');
  const title = element('h4', { tabindex: '-1' });
  const progress = element('span', { class: 'breakerflow-secondary' });
  const tabs = stepNames.map((name) => {
    const button = element('button', { type: 'button', title: sidebarText(`firstRun.step.${name}`) }, [
      String(stepNames.indexOf(name) + 1),
    ]);
    button.setAttribute('aria-label', `${stepNames.indexOf(name) + 1} ${sidebarText(`firstRun.step.${name}`)}`);
    button.addEventListener('click', () => goTo(name));
    return { name, button };
  });
  const close = iconButton('fa-times', sidebarText('firstRun.end'), end, 'breakerflow-first-close');
  const back = pushButton('firstRun.back', () => move(-1));
  const next = pushButton('firstRun.next', () => move(1));
  const host = element('section', { class: 'breakerflow-first', 'aria-label': sidebarText('firstRun.name') }, [
    element('div', { class: 'breakerflow-first-head' }, [
      element('h3', {}, [sidebarText('firstRun.name')]),
      progress,
      close,
    ]),
    element(
      'ol',
      {},
      tabs.map(({ button }) => element('li', {}, [button])),
    ),
    title,
    body,
    element('div', { class: 'breakerflow-first-foot' }, [back, next]),
  ]);
  const opener = iconButton('fa-flag-checkered', sidebarText('firstRun.name'), open, 'breakerflow-first-open');
  const link = element('button', { type: 'button', class: 'breakerflow-link' }, [sidebarText('firstRun.name')]);
  link.addEventListener('click', open);
  for (const each of [opener, link]) each.hidden = !mayDeploy;
  let state: FirstRunState | undefined = loadState();
  let known: ReadonlySet<string> | undefined;
  let drawn = '';
  let isExpecting = false;

  const isShown = () => mayDeploy && (state === undefined ? known?.size === 0 : state.isOpen);
  const step = () => state?.step ?? 'account';

  function keep(next: FirstRunState): void {
    state = next;
    storeState(next);
  }

  function goTo(name: StepName): void {
    keep({ isOpen: true, step: name });
    refresh();
  }

  function move(by: 1 | -1): void {
    const name = stepNames[stepNames.indexOf(step()) + by];
    if (name === undefined) end();
    else goTo(name);
  }

  function open(): void {
    keep({ isOpen: true, step: 'account' });
    onChange();
    refresh();
    title.focus();
  }

  function end(): void {
    keep({ isOpen: false, step: 'account' });
    onChange();
    refresh();
  }

  function refresh(): void {
    host.hidden = !isShown();
    const node = RED.nodes.node(account() ?? '') ?? undefined;
    const name = step();
    // An edit of the account from here must not draw anew what the person is using.
    const key = host.hidden ? '' : JSON.stringify([name, node?.id, node?.mode]);
    if (key === drawn) return;
    drawn = key;
    if (host.hidden) {
      body.replaceChildren();
      return;
    }
    const number = stepNames.indexOf(name) + 1;
    const isLast = number === stepNames.length;
    progress.textContent = sidebarText('firstRun.progress', { number, count: stepNames.length });
    title.textContent = sidebarText(`firstRun.step.${name}`);
    for (const tab of tabs) {
      if (tab.name === name) tab.button.setAttribute('aria-current', 'step');
      else tab.button.removeAttribute('aria-current');
    }
    back.hidden = number === 1;
    next.textContent = sidebarText(isLast ? 'firstRun.finish' : 'firstRun.skip');
    next.classList.toggle('primary', isLast);
    const hadFocus = host.contains(document.activeElement);
    body.replaceChildren(
      ...steps[name]({
        account: node,
        goTo,
        done() {
          if (isLast || drawn !== key) return;
          next.textContent = sidebarText('firstRun.next');
          next.classList.add('primary');
        },
        expectAccount() {
          isExpecting = true;
        },
      }),
    );
    host.scrollTop = 0;
    if (hadFocus) title.focus();
  }

  return {
    element: host,
    opener,
    link,
    isShown,
    noteAccounts(ids) {
      const added = known === undefined ? undefined : ids.find((id) => known?.has(id) === false);
      const wasShown = isShown();
      known = new Set(ids);
      // Whatever else adds accounts, such as the flows that are loaded, is not what the person does here.
      if (added === undefined || !isExpecting || !wasShown || step() !== 'account') return undefined;
      isExpecting = false;
      keep({ isOpen: true, step: 'test' });
      return added;
    },
    refresh,
  };
}

function withAccount(show: AccountStep): Step {
  return (context) =>
    context.account === undefined
      ? [
          paragraph('firstRun.noAccount'),
          buttons(pushButton('firstRun.step.account', () => context.goTo('account'), { primary: true })),
        ]
      : show(context.account, context);
}
