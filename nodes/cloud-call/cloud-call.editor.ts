import { loadPanel, type NodeEditor, textsOf } from '../../src/editor';
import type * as Script from './cloud-call.panel.editor';
import type english from './locales/en-US/cloud-call.json';

const text = textsOf<typeof english>('cloud-call');
let panel: Script.Panel | undefined;
let newestDialog = 0;

export const editor: NodeEditor = {
  label(node) {
    if (node.name) return node.name;
    return node.operationFrom !== 'value' && node.operation ? String(node.operation) : 'cloud call';
  },
  async prepare(_, form) {
    const thisDialog = ++newestDialog;
    const host = document.getElementById('breakerflow-call-operation');
    if (host === null) return;
    try {
      const script = await loadPanel<typeof Script>('cloud-call');
      if (thisDialog === newestDialog) panel = script.openPanel({ form, text });
    } catch (error) {
      host.textContent = text('panel.failed', { error: String(error) });
    }
  },
  close() {
    newestDialog += 1;
    panel?.close();
    panel = undefined;
  },
};
