import { type ConfigOf, type NodeEditor, textsOf } from '../../src/editor';
import type english from './locales/en-US/meter-read.json';
import type { fields } from './meter-read.fields';

const text = textsOf<typeof english>('meter-read');

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    return node.name || text(`choice.action.${node.action ?? 'reading'}`);
  },
};
