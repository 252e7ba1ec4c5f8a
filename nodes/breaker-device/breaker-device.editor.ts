import { type NodeEditor, textsOf } from '../../src/editor';
import { createBargraph } from './bargraph.editor';
import { addDeviceStyle } from './device-style.editor';

const text = textsOf('breaker-device');
/** What may interrupt or change something. */
const safe = ['find', 'details', 'connection', 'deviceData', 'readSettings', 'handleHistory'];
const safeKeys = ['listKeys', 'getKey', 'watchKeys'];

export const editor: NodeEditor = {
  label(node) {
    return node.name || text(`choice.action.${node.action ?? 'find'}`);
  },
  prepare(_, form) {
    addDeviceStyle();
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
