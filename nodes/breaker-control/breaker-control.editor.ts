import { type ConfigOf, type NodeEditor, textsOf } from '../../src/editor';
import type { fields } from './breaker-control.fields';
import type english from './locales/en-US/breaker-control.json';

const text = textsOf<typeof english>('breaker-control');

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    if (node.name) return node.name;
    const { action = 'value' } = node;
    return action === 'value' ? 'breaker control' : text(`choice.action.${action}`);
  },
  save(node, form) {
    const { action, readBack, laterOutput } = form.values();
    const outputs = laterOutput === true && readBack === true && !String(action).startsWith('read') ? 2 : 1;
    node.outputs = outputs;
    form.input('outputs').val(outputs);
  },
};
