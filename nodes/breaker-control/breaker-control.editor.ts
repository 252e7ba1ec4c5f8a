import { type NodeEditor, textsOf } from '../../src/editor';
import { actionOf } from './actions';

const text = textsOf('breaker-control');

export const editor: NodeEditor = {
  label(node) {
    if (node.name) return node.name;
    const { action = 'value' } = node;
    return actionOf(action)?.label === 'type' ? 'breaker control' : text(`choice.action.${action}`);
  },
  save(node, form) {
    const { action, readBack, laterOutput } = form.values();
    const outputs = laterOutput === true && readBack === true && actionOf(action)?.reads !== true ? 2 : 1;
    node.outputs = outputs;
    form.input('outputs').val(outputs);
  },
};
