import { type NodeEditor, textsOf } from '../../src/editor';

const text = textsOf('breaker-control');

export const editor: NodeEditor = {
  label(node) {
    if (node.name) return node.name;
    const action = String(node.action ?? 'value');
    return action === 'value' ? 'breaker control' : text(`choice.action.${action}`);
  },
  save(node, form) {
    const { action, readBack, laterOutput } = form.values();
    const outputs = laterOutput === true && readBack === true && !String(action).startsWith('read') ? 2 : 1;
    node.outputs = outputs;
    form.input('outputs').val(outputs);
  },
};
