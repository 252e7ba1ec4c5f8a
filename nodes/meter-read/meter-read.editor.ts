import { type NodeEditor, textsOf } from '../../src/editor';

const text = textsOf('meter-read');

export const editor: NodeEditor = {
  label(node) {
    return node.name || text(`choice.action.${node.action ?? 'reading'}`);
  },
};
