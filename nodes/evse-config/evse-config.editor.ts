import { type ConfigOf, deployedOrDraft, type NodeEditor, offerZone, textsOf } from '../../src/editor';
import { createBandTable } from './band-table.editor';
import type { fields } from './evse-config.fields';
import { addEvseStyle } from './evse-style.editor';
import { createLiveMode } from './live-mode.editor';
import type english from './locales/en-US/evse-config.json';
import { createWindowEditor } from './window-editor.editor';

const text = textsOf<typeof english>('evse-config');
/** The actions whose dialog shows the current state of the chargers. */
const actionsWithState = [
  'readState',
  'readControl',
  'readConfiguration',
  'changeConfiguration',
  'setCurrent',
  'whileAlarm',
];
const writes = ['changeConfiguration', 'setCurrent', 'whileAlarm'];
let closeLive: (() => void) | undefined;

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    return node.name || text(`choice.action.${node.action ?? 'readConfiguration'}`);
  },
  prepare(_, form) {
    addEvseStyle();
    offerZone(form);
    createWindowEditor(form.input('windows'), text);
    createBandTable(form.input('bands'), text);

    const host = document.getElementById('breakerflow-charger');
    const hint = document.getElementById('breakerflow-while-alarm');
    const safety = document.getElementById('breakerflow-evse-safety');
    const pickerRow = document.querySelector('.breakerflow-row[data-field="devices"]');
    if (host === null) return;
    const picked = () => (form.values().devices as string[]) ?? [];
    const mode = createLiveMode({
      host,
      text,
      account: () => deployedOrDraft(String(form.input('account').val() ?? '')),
      devices: () => (form.input('target').val() === 'devices' ? picked() : []),
      nameOf: (deviceId) =>
        pickerRow?.querySelector(`.breakerflow-device[title="${CSS.escape(deviceId)}"] .breakerflow-load`)
          ?.textContent ?? deviceId,
      timeZone: () => String(form.input('windowZone').val() ?? 'UTC'),
    });
    closeLive = mode.close;

    const show = () => {
      const action = String(form.input('action').val());
      host.toggleAttribute('hidden', !actionsWithState.includes(action) || form.input('target').val() !== 'devices');
      safety?.toggleAttribute('hidden', !writes.includes(action));
      hint?.toggleAttribute('hidden', action !== 'whileAlarm');
    };
    for (const name of ['action', 'target']) form.input(name).on('change', show);
    for (const name of ['account', 'target', 'windowZone']) form.input(name).on('change', mode.read);
    let lastPicked = picked().join();
    const readIfChanged = () => {
      // setTimeout, because the picker must handle the event first.
      setTimeout(() => {
        const current = picked().join();
        if (current !== lastPicked) mode.read();
        lastPicked = current;
      });
    };
    pickerRow?.addEventListener('change', readIfChanged);
    pickerRow?.addEventListener('click', readIfChanged);
    show();
  },
  close() {
    closeLive?.();
    closeLive = undefined;
  },
};
