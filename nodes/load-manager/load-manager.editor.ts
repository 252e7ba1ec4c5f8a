import { type ConfigOf, type NodeEditor, textsOf } from '../../src/editor';
import type { fields } from './load-manager.fields';
import type english from './locales/en-US/load-manager.json';

const ownText = textsOf<typeof english>('load-manager');

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    return node.name || ownText('title');
  },
};
