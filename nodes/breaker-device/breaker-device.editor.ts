import type { NodeEditor } from '../../src/editor';
import { createBargraph } from './bargraph.editor';
import { addDeviceStyle } from './device-style.editor';

/** What may interrupt or change something. */
const safe = ['find', 'details', 'connection', 'deviceData', 'readSettings', 'handleHistory'];
const safeKeys = ['listKeys', 'getKey', 'watchKeys'];

export const editor: NodeEditor = {
  label(node) {
    return node.name || node._(`breaker-device.choice.action.${node.action ?? 'find'}`);
  },
  prepare(node, form) {
    addDeviceStyle();
    const text = (key: string, params?: Readonly<Record<string, unknown>>) => node._(`breaker-device.${key}`, params);
    const host = document.getElementById('breakerflow-bargraph');
    if (host !== null) createBargraph({ host, form, text });
    const danger = document.getElementById('breakerflow-decommission');
    const safety = document.getElementById('breakerflow-device-safety');
    const show = () => {
      const action = String(form.input('action').val());
      danger?.toggleAttribute('hidden', action !== 'decommission');
      safety?.toggleAttribute('hidden', safe.includes(action) || safeKeys.includes(action));
    };
    form.input('action').on('change', show);
    show();
  },
};
