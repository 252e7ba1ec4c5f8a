import { type ConfigOf, type NodeEditor, textsOf } from '../../src/editor';
import { createBargraph } from './bargraph.editor';
import type { fields } from './breaker-device.fields';
import { addDeviceStyle } from './device-style.editor';
import type english from './locales/en-US/breaker-device.json';

const text = textsOf<typeof english>('breaker-device');
/** Actions that only read, so the safety settings do not apply to them. */
const readActions = ['find', 'details', 'connection', 'deviceData', 'readSettings', 'handleHistory'];
const readKeyActions = ['listKeys', 'getKey', 'watchKeys'];

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
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
      safety?.toggleAttribute('hidden', readActions.includes(action) || readKeyActions.includes(action));
    };
    form.input('action').on('change', show);
    show();
  },
};
