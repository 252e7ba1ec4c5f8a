import { ask, deployedOrDraft, element, type Form, type NodeEditor, text } from '../../src/editor';
import type { BatchOrder } from '../../src/schedule';
import { isTimeZone } from '../../src/schedule';
import { orderOf, targetsOf } from './batch-order';
import { createColorsForm, createThresholdsForm, type Say } from './body-form.editor';
import { editorWords, previewLines, type Told } from './preview-panel.editor';

/** Keystrokes closer than this make one question to the service. */
const askPauseMs = 500;

function ownText(key: string, params?: Readonly<Record<string, unknown>>): string {
  return RED._(`@breakerflow/node-red-breakers/batch-schedule:batch-schedule.${key}`, params);
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Offers the browser's zone, and every zone it knows as you type. */
function addZones(form: Form, changed: () => void): void {
  const input = form.input('timeZone')[0] as HTMLInputElement | undefined;
  if (input === undefined) return;
  const zones = element(
    'datalist',
    { id: 'breakerflow-time-zones' },
    Intl.supportedValuesOf('timeZone').map((zone) => element('option', { value: zone })),
  );
  input.setAttribute('list', zones.id);
  input.placeholder = 'UTC';
  const here = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    ownText('preview.zoneHere', { zone: browserZone() }),
  ]);
  here.addEventListener('click', () => {
    form.input('timeZone').val(browserZone()).trigger('change');
    changed();
  });
  input.after(zones, element('div', { style: 'padding: 2px 0 0 134px' }, [here]));
}

function createPanel(node: EditorNode, form: Form, panel: HTMLElement): { update(): void; close(): void } {
  const words = editorWords(ownText as Say);
  let told: Told | undefined;
  let asked = '';
  let failure = '';
  let turn = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  function orderNow(values: Record<string, unknown>): BatchOrder {
    const flow = RED.nodes.workspace(String(node.z ?? ''))?.label ?? '';
    const reason = values.reason || text('reason', { flow, node: String(values.name || node.type) });
    const at = values.atType === 'str' ? values.at : '';
    const devices = values.target === 'devices' ? (values.devices as string[]) : [];
    const form = { ...values, reason, at };
    return { ...orderOf(form), ...targetsOf(form, devices) };
  }

  function show(values: Record<string, unknown>, order: BatchOrder): void {
    if (values.source === 'value') {
      panel.replaceChildren(element('p', {}, [ownText('preview.value')]));
      return;
    }
    const zone = String(values.timeZone ?? '');
    const lines = previewLines({
      order,
      schedule: String(values.schedule),
      told,
      timeZone: isTimeZone(zone) ? zone : browserZone(),
      offsetUnit: values.offsetUnit === 'seconds' ? 'seconds' : 'minutes',
      declares: values.operation === 'declare',
      words,
    });
    if (failure !== '') lines.push(element('p', { class: 'breakerflow-error', role: 'alert' }, [failure]));
    panel.replaceChildren(element('h4', {}, [ownText('preview.title')]), ...lines);
  }

  async function askService(values: Record<string, unknown>, order: BatchOrder): Promise<void> {
    const mine = ++turn;
    const account = deployedOrDraft(String(values.account ?? ''));
    // Devices and times from values are known when the message comes.
    const named = values.target !== 'value' && !(values.schedule === 'at' && values.atType !== 'str');
    if (account === undefined || !named) {
      told = undefined;
      show(values, order);
      return;
    }
    const maxDevices = Number(values.maxDevices || Number.NaN);
    const question = {
      nodeId: node.id,
      order,
      picked: values.target === 'devices',
      declares: values.operation === 'declare',
      ...(Number.isNaN(maxDevices) ? {} : { maxDevices }),
    };
    try {
      const answer =
        account.kind === 'deployed'
          ? await ask(
              'GET',
              `breakerflow/accounts/${encodeURIComponent(account.id)}/batches?question=${encodeURIComponent(JSON.stringify(question))}`,
            )
          : await ask('POST', 'breakerflow/batches', { ...account, question });
      if (mine !== turn) return;
      told = answer as Told;
      failure = '';
    } catch (error) {
      if (mine !== turn) return;
      failure = error instanceof Error ? error.message : String(error);
    }
    show(values, order);
  }

  return {
    update() {
      const values = form.values();
      const makes = values.operation === 'create' || values.operation === 'declare';
      if (!makes) {
        asked = '';
        panel.replaceChildren();
        return;
      }
      const order = orderNow(values);
      const state = JSON.stringify(values);
      if (state === asked) return;
      asked = state;
      show(values, order);
      clearTimeout(pause);
      if (values.source === 'form') pause = setTimeout(() => askService(values, order), askPauseMs);
    },
    close() {
      clearTimeout(pause);
      turn += 1;
    },
  };
}

let open: { close(): void } | undefined;

export const editor: NodeEditor = {
  label(node) {
    const operation = node._(`batch-schedule.choice.operation.${node.operation ?? 'create'}`);
    // On the canvas there is no room for what stands behind the colon.
    return node.name || (operation.split(/\s?[:：]/)[0] ?? operation);
  },
  prepare(node, form) {
    createColorsForm(form.input('colors'), ownText);
    createThresholdsForm(form.input('thresholds'), ownText);
    const panel = document.getElementById('breakerflow-schedule');
    if (panel === null) return;
    const { update, close } = createPanel(node, form, panel);
    open = { close };
    addZones(form, update);
    for (const name of Object.keys(form.values())) form.input(name).on('change', update);
    const dialog = panel.parentElement;
    // Typing, and the device picker, which keeps its choice beside the form.
    for (const event of ['input', 'change', 'click']) dialog?.addEventListener(event, () => setTimeout(update));
    setTimeout(update);
  },
  close() {
    open?.close();
    open = undefined;
  },
};
