import { type ConfigOf, type NodeEditor, textsOf } from '../../src/editor';
import { actionOf } from './actions';
import type { fields } from './breaker-control.fields';
import type english from './locales/en-US/breaker-control.json';

const text = textsOf<typeof english>('breaker-control');

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
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
