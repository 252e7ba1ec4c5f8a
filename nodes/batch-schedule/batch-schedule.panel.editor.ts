import type { BatchPreview } from '../../src/admin-api';
import { askAccount, browserZone, deployedOrDraft, element, type Form, text } from '../../src/editor';
import { type BatchOrder, isTimeZone } from '../../src/schedule';
import { batchBodyOf, targetsOf } from './batch-body';
import type { OwnTexts } from './body-form.editor';
import { editorWords, previewLines } from './preview-panel.editor';

/** Keystrokes less than this apart cause one request. */
const askPauseMs = 500;

export interface SchedulePanel {
  update(): void;
  close(): void;
}

interface PanelOptions {
  readonly node: EditorNode;
  readonly form: Form;
  readonly panel: HTMLElement;
  readonly texts: OwnTexts;
}

/** Shows what the batch in the form will do, while the user edits it. */
export function createPanel({ node, form, panel, texts }: PanelOptions): SchedulePanel {
  const words = editorWords(texts);
  let preflight: BatchPreview | undefined;
  let shownState = '';
  let failure = '';
  let newestRead = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  function formBatchBody(values: Record<string, unknown>): BatchOrder {
    const flow = RED.nodes.workspace(String(node.z ?? ''))?.label ?? '';
    const reason = values.reason || text('reason', { flow, node: String(values.name || node.type) });
    const at = values.atType === 'str' ? values.at : '';
    const devices = values.target === 'devices' ? (values.devices as string[]) : [];
    const form = { ...values, reason, at };
    return { ...batchBodyOf(form), ...targetsOf(form, devices) };
  }

  function show(values: Record<string, unknown>, order: BatchOrder): void {
    if (values.source === 'value') {
      panel.replaceChildren(element('p', {}, [texts('preview.value')]));
      return;
    }
    // The form of the days tells itself why no cron can be made.
    if (values.schedule === 'cron' && order.cronSchedule === '') {
      panel.replaceChildren();
      return;
    }
    const zone = String(values.timeZone ?? '');
    const lines = previewLines({
      order,
      schedule: String(values.schedule),
      target: String(values.target),
      preflight,
      timeZone: isTimeZone(zone) ? zone : browserZone(),
      offsetUnit: values.offsetUnit === 'seconds' ? 'seconds' : 'minutes',
      declares: values.action === 'declare',
      words,
    });
    if (failure !== '') lines.push(element('p', { class: 'breakerflow-error', role: 'alert' }, [failure]));
    panel.replaceChildren(element('h4', {}, [texts('preview.title')]), ...lines);
  }

  async function askService(values: Record<string, unknown>, order: BatchOrder): Promise<void> {
    const thisRead = ++newestRead;
    const account = deployedOrDraft(String(values.account ?? ''));
    // Devices and times that come from values are known only when a message arrives.
    const areTargetsKnown =
      order.cronSchedule !== '' && values.target !== 'value' && !(values.schedule === 'at' && values.atType !== 'str');
    if (account === undefined || !areTargetsKnown) {
      preflight = undefined;
      show(values, order);
      return;
    }
    const maxDevices = Number(values.maxDevices || Number.NaN);
    const question = {
      nodeId: node.id,
      order,
      picked: values.target === 'devices',
      declares: values.action === 'declare',
      ...(Number.isNaN(maxDevices) ? {} : { maxDevices }),
    };
    try {
      const answer = await askAccount(account, 'batches', { question });
      if (thisRead !== newestRead) return;
      preflight = answer;
      failure = '';
    } catch (error) {
      if (thisRead !== newestRead) return;
      failure = error instanceof Error ? error.message : String(error);
    }
    show(values, order);
  }

  return {
    update() {
      const values = form.values();
      const createsBatch = values.action === 'create' || values.action === 'declare';
      if (!createsBatch) {
        shownState = '';
        panel.replaceChildren();
        return;
      }
      const order = formBatchBody(values);
      const state = JSON.stringify(values);
      if (state === shownState) return;
      shownState = state;
      // An answer to what stood there before must not be shown over what stands there now.
      newestRead += 1;
      show(values, order);
      clearTimeout(pause);
      if (values.source === 'form') pause = setTimeout(() => askService(values, order), askPauseMs);
    },
    close() {
      clearTimeout(pause);
      newestRead += 1;
    },
  };
}
