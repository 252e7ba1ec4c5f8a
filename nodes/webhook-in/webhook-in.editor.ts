import { type NodeEditor, randomText, showReceiver } from '../../src/editor';

const kinds = ['deviceOnboarding', 'userPermission', 'deviceOverrideEvent', 'shareDeviceCode'];

export const editor: NodeEditor = {
  label(node) {
    return node.name || 'webhook in';
  },
  prepare(node, form) {
    if (form.input('secret').val() === '') form.input('secret').val(randomText(40)).trigger('change');
    const host = document.getElementById('breakerflow-receiver');
    if (host !== null) showReceiver(host, node.id, false);
  },
  save(node, form) {
    const values = form.values();
    const chosen = kinds.filter((kind) => values[kind] === true);
    const outputs = values.outputsBy === 'kind' ? Math.max(1, chosen.length) : 1;
    node.outputs = outputs;
    form.input('outputs').val(outputs);
  },
};
