import type { Thresholds } from '../../src/device-settings';
import {
  type ConfigOf,
  deployedOrDraft,
  element,
  loadPanel,
  type NodeEditor,
  offerZone,
  textsOf,
} from '../../src/editor';
import type english from './locales/en-US/waveform-capture.json';
import type { fields } from './waveform-capture.fields';
import type * as Panel from './waveform-capture.panel.editor';
import { addWaveformStyle } from './waveform-style.editor';

const text = textsOf<typeof english>('waveform-capture');
const writes = ['capture', 'setThresholds'];
const finds = ['list', 'latest', 'wait'];
let closeView: (() => void) | undefined;

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    return node.name || text(`choice.action.${node.action ?? 'capture'}`);
  },
  prepare(_, form) {
    addWaveformStyle();
    offerZone(form);
    const value = (name: string) => String(form.input(name).val() ?? '');
    const section = document.getElementById('breakerflow-waveform') as HTMLDetailsElement | null;
    const safety = document.getElementById('breakerflow-waveform-safety');
    const host = section?.querySelector<HTMLElement>('.breakerflow-waveview');
    const pickerRow = document.querySelector('.breakerflow-row[data-field="devices"]');
    const picked = () => (form.values().devices as string[]) ?? [];
    let view: Panel.CaptureView | undefined;
    let closed = false;
    const trigger = () => {
      const isNamed = finds.includes(value('action')) && !['any', 'value'].includes(value('trigger'));
      return isNamed ? value('trigger') : undefined;
    };
    const setsThresholds = () => value('action') === 'setThresholds' && value('thresholdsFrom') !== 'value';
    let table: Panel.ThresholdTable | undefined;

    async function loadView(): Promise<void> {
      if (view !== undefined || host === null || host === undefined) return;
      host.replaceChildren(element('div', { class: 'breakerflow-note' }, [text('view.loading')]));
      try {
        const { createCaptureView, createThresholdTable } = await loadPanel<typeof Panel>('waveform-capture');
        if (closed || view !== undefined) return;
        // Without the script, the thresholds stay a field of JSON text.
        table = createThresholdTable(form.input('thresholds'), text, () => view?.draw());
        view = createCaptureView({
          host,
          text,
          locale: RED.i18n.lang(),
          account: () => deployedOrDraft(value('account')),
          devices: () => (value('target') === 'devices' ? picked() : []),
          nameOf: (deviceId) =>
            pickerRow?.querySelector(`.breakerflow-device[title="${CSS.escape(deviceId)}"] .breakerflow-load`)
              ?.textContent ?? deviceId,
          trigger,
          edited: () => (setsThresholds() ? ((table?.values() ?? {}) as Thresholds) : {}),
          onPresent: (present) => table?.showPresent(present),
        });
        await view.read();
      } catch {
        const retryButton = element('button', { type: 'button', class: 'red-ui-button' }, [text('view.again')]);
        retryButton.addEventListener('click', loadView);
        host.replaceChildren(element('div', { class: 'breakerflow-error' }, [text('view.notLoaded')]), retryButton);
      }
    }

    const show = () => {
      safety?.toggleAttribute('hidden', !writes.includes(value('action')));
      // The last capture helps to choose thresholds.
      if (setsThresholds() && section !== null) section.open = true;
      view?.draw();
    };
    section?.addEventListener('toggle', () => {
      if (section.open) loadView();
    });
    for (const name of ['action', 'thresholdsFrom']) form.input(name).on('change', show);
    const read = () => view?.read();
    for (const name of ['account', 'target', 'action', 'trigger']) form.input(name).on('change', read);
    let lastPicked = picked().join();
    const changed = () => {
      // setTimeout, because the picker must handle the event first.
      setTimeout(() => {
        const current = picked().join();
        if (current !== lastPicked) read();
        lastPicked = current;
      });
    };
    pickerRow?.addEventListener('change', changed);
    pickerRow?.addEventListener('click', changed);
    show();
    closeView = () => {
      closed = true;
      view?.close();
    };
  },
  close() {
    closeView?.();
    closeView = undefined;
  },
};
