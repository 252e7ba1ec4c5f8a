import { deviceName, type OperateAnswer, relativeTime, type SiteDevice } from '../../admin-api';
import { ask, element } from '..';
import type { LiveValue } from './live-values';
import { type Given, operateQuestion, type SidebarAction } from './operate-question';
import { sidebarText } from './sidebar-text';

const icons = {
  open: 'fa-toggle-off',
  close: 'fa-toggle-on',
  lock: 'fa-lock',
  unlock: 'fa-unlock',
  find: 'fa-lightbulb-o',
} as const satisfies Readonly<Record<SidebarAction, string>>;

/** The runtime takes one command a second; a faster click waits for its second. */
const paceMs = 1_050;

/** What has become of the last action at a device. */
type Outcome =
  | { readonly kind: 'working'; readonly since: number }
  | { readonly kind: 'done' | 'refused' | 'nothing'; readonly sentence: string; readonly at: number };

/** The device with its account: another one may be chosen while a question is open. */
interface Chosen {
  readonly device: SiteDevice;
  readonly accountId: string;
}

interface OperateOptions {
  readonly account: () => string | undefined;
  readonly liveOf: (deviceId: string) => LiveValue | undefined;
  /** The only actions that are offered; all that fit the device unless told. */
  readonly only?: readonly SidebarAction[];
  /** A device may have another state and lock than is known. */
  readonly onDone: (deviceId: string) => void;
}

export interface DeviceOperate {
  readonly element: HTMLElement;
  show(device: SiteDevice | undefined): void;
  /** Draws the age of the outcome and the buttons that fit the state by now. */
  refresh(): void;
}

/**
 * The buttons that operate the chosen device, each with a question first; for users who may. A device may be opened while
 * an earlier command still waits: an open must never wait for the browser.
 */
export function createDeviceOperate({ account, liveOf, only, onDone }: OperateOptions): DeviceOperate {
  const mayOperate = RED.user.hasPermission('breakerflow.write');
  const buttons = element('div', { class: 'breakerflow-buttons' });
  const question = element('div', {});
  const answer = element('div', { class: 'breakerflow-answer', role: 'status' });
  const host = element('div', { class: 'breakerflow-operate', hidden: !mayOperate }, [buttons, question, answer]);
  const outcomes = new Map<string, Outcome>();
  let shown: SiteDevice | undefined;
  let shownButtons = '';
  let shownAnswer = '';
  let lastSentMs = Number.NEGATIVE_INFINITY;

  function actionsOf(device: SiteDevice): SidebarAction[] {
    const fitting = fittingActions(device);
    return only === undefined ? fitting : fitting.filter((action) => only.includes(action));
  }

  function fittingActions(device: SiteDevice): SidebarAction[] {
    if (device.hardwareType === 'ev-emcb') return ['find'];
    return liveOf(device.id)?.locked === undefined ? ['open', 'close', 'lock', 'find'] : ['open', 'unlock', 'find'];
  }

  function showButtons(): void {
    if (shown === undefined || !mayOperate) return;
    const device = shown;
    const actions = actionsOf(device);
    const key = JSON.stringify([device.id, deviceName(device), actions]);
    if (key === shownButtons) return;
    shownButtons = key;
    buttons.replaceChildren(
      ...actions.map((action) => {
        const label = sidebarText(`operate.${action}`);
        const button = element(
          'button',
          {
            type: 'button',
            class: 'red-ui-button red-ui-button-small',
            'aria-label': `${label}: ${deviceName(device)}`,
            title: sidebarText(`operate.tip.${action}`),
          },
          [element('i', { class: `fa ${icons[action]}`, 'aria-hidden': 'true' }), ` ${label}`],
        );
        button.addEventListener('click', () => begin(device, action, button));
        return button;
      }),
    );
  }

  const detailsAround = () => host.closest<HTMLElement>('.breakerflow-details');

  function begin(device: SiteDevice, action: SidebarAction, from: HTMLElement): void {
    const accountId = account();
    if (accountId === undefined) return;
    const chosen = { device, accountId };
    // Lit LEDs operate nothing.
    if (action === 'find') return void send(chosen, action, { reason: '', by: '' });
    const name = deviceName(device);
    putQuestion(chosen, action, sidebarText(`operate.ask.${action}`, { name }), {}, from);
  }

  function putQuestion(
    chosen: Chosen,
    action: SidebarAction,
    text: string,
    { given, confirmation }: { readonly given?: Given; readonly confirmation?: string },
    from?: HTMLElement,
  ): void {
    const close = () => {
      question.replaceChildren();
      const scroller = detailsAround();
      if (scroller !== null) scroller.scrollTop = 0;
      from?.focus({ preventScroll: true });
    };
    const put = operateQuestion({
      action,
      name: deviceName(chosen.device),
      text,
      again: confirmation !== undefined,
      onYes(more) {
        close();
        void send(chosen, action, given ?? more, confirmation);
      },
      onNo: close,
    });
    question.replaceChildren(put);
    // A browser would scroll all that is around it, too.
    put.focus({ preventScroll: true });
    const scroller = detailsAround();
    if (scroller === null) put.scrollIntoView({ block: 'nearest' });
    else scroller.scrollTop = put.offsetTop - scroller.offsetTop;
  }

  async function send(chosen: Chosen, action: SidebarAction, given: Given, confirmation?: string): Promise<void> {
    const { device, accountId: id } = chosen;
    const deviceId = device.id;
    const working: Outcome = { kind: 'working', since: performance.now() };
    outcomes.set(deviceId, working);
    showAnswer();
    const waitMs = lastSentMs + paceMs - performance.now();
    lastSentMs = performance.now() + Math.max(0, waitMs);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const found = await askOnce(id, {
      deviceId,
      action,
      ...given,
      ...(confirmation === undefined ? {} : { confirmation }),
    });
    // The runtime counts from when a command reached it, which was before its answer.
    lastSentMs = Math.max(lastSentMs, performance.now());
    if (action !== 'find') onDone(deviceId);
    // A newer action at the device has an outcome of its own.
    if (outcomes.get(deviceId) !== working) return;
    const at = performance.now();
    if ('failed' in found) outcomes.set(deviceId, { kind: 'refused', sentence: found.failed, at });
    else if (found.done) {
      const isDone = found.outcome === 'confirmed' || found.outcome === 'accepted' || found.outcome === 'unchanged';
      outcomes.set(deviceId, { kind: isDone ? 'done' : 'nothing', sentence: found.sentence, at });
    } else {
      outcomes.set(deviceId, { kind: 'refused', sentence: found.sentence, at });
      // Never in place of another question: a click meant for that one would confirm this one.
      const isFree = shown?.id === deviceId && question.childElementCount === 0;
      if (found.needsConfirmation && found.confirmation !== undefined && isFree) {
        outcomes.delete(deviceId);
        const text = sidebarText('operate.askAgain', { name: deviceName(device), why: found.sentence });
        putQuestion(chosen, action, text, { given, confirmation: found.confirmation });
      }
    }
    showAnswer();
  }

  function showAnswer(): void {
    const outcome = shown === undefined ? undefined : outcomes.get(shown.id);
    const now = performance.now();
    const text = outcome === undefined ? '' : textOf(outcome, now);
    const key = `${outcome?.kind} ${text}`;
    if (key === shownAnswer) return;
    shownAnswer = key;
    if (outcome === undefined) {
      answer.replaceChildren();
      return;
    }
    answer.className = `breakerflow-answer breakerflow-outcome-${outcome.kind}`;
    answer.replaceChildren(element('i', { class: `fa ${outcomeIcons[outcome.kind]}`, 'aria-hidden': 'true' }), text);
  }

  return {
    element: host,
    show(device) {
      if (device?.id !== shown?.id) question.replaceChildren();
      shown = device;
      showButtons();
      showAnswer();
    },
    refresh() {
      showButtons();
      showAnswer();
    },
  };
}

const outcomeIcons = {
  working: 'fa-spinner fa-pulse',
  done: 'fa-check',
  nothing: 'fa-info-circle',
  refused: 'fa-exclamation-triangle',
} as const satisfies Readonly<Record<Outcome['kind'], string>>;

function textOf(outcome: Outcome, now: number): string {
  if (outcome.kind === 'working')
    return sidebarText('operate.working', { seconds: Math.round((now - outcome.since) / 1000) });
  return `${outcome.sentence} (${relativeTime(outcome.at - now, RED.i18n.lang())})`;
}

async function askOnce(
  id: string,
  body: Parameters<typeof ask<'POST accounts/:id/operate'>>[1]['body'],
): Promise<OperateAnswer | { readonly failed: string }> {
  try {
    return await ask('POST accounts/:id/operate', { params: { id }, body });
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
