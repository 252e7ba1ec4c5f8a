import { type Form, type NodeEditor, offerZone, showAddress, showReceiver } from '../../src/editor';

const kinds = ['deviceOnboarding', 'userPermission', 'deviceOverrideEvent', 'shareDeviceCode'];

function chosenKinds(form: Form): string[] {
  const values = form.values();
  return kinds.filter((kind) => values[kind] === true);
}

export const editor: NodeEditor = {
  label(node) {
    return node.name || 'webhook in';
  },
  prepare(node, form) {
    offerZone(form);
    const address = document.getElementById('breakerflow-receiver-address');
    const receiver = document.getElementById('breakerflow-receiver');
    const longest = () => chosenKinds(form).reduce((a, b) => (b.length > a.length ? b : a), '');
    if (address !== null) showAddress(address, form, () => `/${longest()}`);
    if (receiver !== null) showReceiver(receiver, node.id, { kind: 'webhooks' });
  },
  save(node, form) {
    const { outputsBy, refusalOutput } = form.values();
    const events = outputsBy === 'kind' ? Math.max(1, chosenKinds(form).length) : 1;
    const outputs = events + (refusalOutput === true ? 1 : 0);
    node.outputs = outputs;
    form.input('outputs').val(outputs);
  },
};
