import { type CircuitPreview, type CircuitQuestion, deviceName, type PreviewedCircuit } from '../../src/admin-api';
import { type AccountReference, askAccount, element, type Form, type TextsOf, text } from '../../src/editor';
import { alarmSceneName, type ScenePosition } from '../../src/scene';
import { actionOf } from './actions';
import type english from './locales/en-US/breaker-control.json';

/** Changes closer than this are asked once. */
const pauseMs = 300;
const tickMs = 1_000;

interface ViewOptions {
  readonly host: HTMLElement;
  readonly form: Form;
  readonly say: TextsOf<typeof english>;
  readonly account: () => AccountReference | undefined;
  readonly nodeId: string;
}

export interface CircuitView {
  /** Shows what has become of the form. */
  update(): void;
  close(): void;
}

/**
 * Shows the circuits of a location with those that are left out, and on request what a scene would change now. Asks only
 * routes that read.
 */
export function createCircuitView({ host, form, say, account, nodeId }: ViewOptions): CircuitView {
  const show = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    say('circuits.show'),
  ]);
  const list = element('div', { class: 'breakerflow-circuit-list', role: 'status' });
  host.replaceChildren(list, show);
  let asked = '';
  let turn = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;

  async function ask(question: CircuitQuestion): Promise<void> {
    const mine = ++turn;
    const from = account();
    stopTicking();
    if (from === undefined) {
      list.replaceChildren(note(text('picker.noAccount')));
      return;
    }
    show.disabled = true;
    list.replaceChildren(note(text('picker.loading')));
    const startedMs = performance.now();
    ticking = setInterval(() => {
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      list.replaceChildren(note(say('circuits.reading', { seconds })));
    }, tickMs);
    try {
      const preview = await askAccount(from, 'circuits', { question });
      if (mine === turn) list.replaceChildren(...shown(preview, question));
    } catch (error) {
      if (mine === turn) list.replaceChildren(failure(error instanceof Error ? error.message : String(error)));
    } finally {
      if (mine === turn) {
        stopTicking();
        show.disabled = false;
      }
    }
  }

  function stopTicking(): void {
    clearInterval(ticking);
    ticking = undefined;
  }

  function shown({ circuits, count, above }: CircuitPreview, { scene }: CircuitQuestion): HTMLElement[] {
    if (circuits.length === 0) return [note(say(scene?.do === 'restore' ? 'circuits.nothing' : 'circuits.none'))];
    const rest = count - circuits.filter(({ leftOut }) => leftOut === undefined).length;
    return [
      element('div', { class: 'breakerflow-title' }, [say('circuits.count', { count })]),
      ...(above === undefined ? [] : [failure(say('circuits.above', { max: above }))]),
      element(
        'ul',
        { class: 'breakerflow-circuits' },
        circuits.map((circuit) => row(circuit)),
      ),
      ...(rest > 0 ? [note(say('circuits.more', { count: rest }))] : []),
    ];
  }

  function row(circuit: PreviewedCircuit): HTMLElement {
    const { id, serialNumber = '', leftOut, would } = circuit;
    const what =
      leftOut === undefined
        ? would === undefined
          ? ''
          : say(`circuits.would.${would}`)
        : say('circuits.leftOut', { reason: say(`leftOut.${leftOut}`) });
    return element('li', { title: id, class: leftOut === undefined ? '' : 'breakerflow-left-out' }, [
      element('span', { class: 'breakerflow-load' }, [deviceName(circuit)]),
      element('span', { class: 'breakerflow-serial' }, [serialNumber]),
      element('span', { class: 'breakerflow-now' }, [nowOf(circuit)]),
      element('span', { class: 'breakerflow-would', 'data-would': would ?? leftOut ?? '' }, [what]),
    ]);
  }

  function questions() {
    const values = form.values();
    const { scene: named, byAlarm } = actionOf(values.action) ?? {};
    const name = byAlarm === 'lasts' ? alarmSceneName(nodeId) : String(values.scene);
    const isLocation = values.target === 'location' && named !== 'restore';
    const location = isLocation && values.location !== '' ? { location: String(values.location) } : {};
    const deviceIds = values.target === 'devices' && named === 'set' ? { deviceIds: strings(values.devices) } : {};
    const ceiling = Number(values.maxDevices);
    const question: CircuitQuestion = {
      ...location,
      ...deviceIds,
      except: values.target === 'devices' || named === 'restore' ? [] : strings(values.except),
      ...(ceiling > 0 ? { maxDevices: ceiling } : {}),
    };
    const to: ScenePosition = values.scenePosition === 'closed' ? 'closed' : 'open';
    const known = named === 'restore' || 'location' in location || 'deviceIds' in deviceIds;
    return {
      /** Answered at once, without reading any circuit. */
      circuits: 'location' in location ? question : undefined,
      /** Answered on request. */
      scene: named !== undefined && known ? { ...question, scene: { name, do: named, to } } : undefined,
    } as const;
  }

  function update(): void {
    const { circuits, scene } = questions();
    const now = JSON.stringify([account()?.id, circuits, scene]);
    if (now === asked) return;
    asked = now;
    turn += 1;
    clearTimeout(pause);
    stopTicking();
    show.disabled = false;
    show.hidden = scene === undefined;
    list.replaceChildren();
    if (circuits !== undefined) pause = setTimeout(() => ask(circuits), pauseMs);
  }

  show.addEventListener('click', () => {
    const { scene } = questions();
    clearTimeout(pause);
    if (scene !== undefined) ask(scene);
  });

  return {
    update,
    close() {
      turn += 1;
      clearTimeout(pause);
      stopTicking();
    },
  };
}

/** The state of a circuit now: a tripped or unreachable one is never "closed". */
function nowOf({ position, state }: PreviewedCircuit): string {
  if (position === undefined || state === undefined) return '';
  if (state === 'held-by-event') return text(position === 'open' ? 'state.held-off' : 'state.held-live');
  return text(`state.${state}`);
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function note(said: string): HTMLElement {
  return element('div', { class: 'breakerflow-note' }, [said]);
}

function failure(said: string): HTMLElement {
  return element('div', { class: 'breakerflow-error', role: 'alert' }, [said]);
}
