import { type NodeEditor, textsOf } from '../../src/editor';
import type english from './locales/en-US/breaker-directory.json';

const directoryText = textsOf<typeof english, 'breaker-directory'>('breaker-directory');

export const editor: NodeEditor<{ readonly circuits?: readonly unknown[] }> = {
  label(node) {
    return node.name || directoryText('title', { count: node.circuits?.length ?? 0 });
  },
};
