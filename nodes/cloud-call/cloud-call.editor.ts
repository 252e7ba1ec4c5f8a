import { loadPanel, type NodeEditor, textsOf } from '../../src/editor';
import type * as Script from './cloud-call.panel.editor';
import type english from './locales/en-US/cloud-call.json';

const text = textsOf<typeof english>('cloud-call');
let panel: Script.Panel | undefined;
let opened = 0;

export const editor: NodeEditor = {
  label(node) {
    if (node.name) return node.name;
    return node.operationFrom !== 'value' && node.operation ? String(node.operation) : 'cloud call';
  },
  async prepare(_, form) {
    const mine = ++opened;
    const host = document.getElementById('breakerflow-call-operation');
    if (host === null) return;
    try {
      const script = await loadPanel<typeof Script>('cloud-call');
      if (mine === opened) panel = script.openPanel({ form, text });
    } catch (error) {
      host.textContent = text('panel.failed', { error: String(error) });
    }
  },
  close() {
    opened += 1;
    panel?.close();
    panel = undefined;
  },
};
