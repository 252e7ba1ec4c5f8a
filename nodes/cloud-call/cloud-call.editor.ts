import { loadPanel, type NodeEditor } from '../../src/editor';
import type * as Script from './cloud-call.panel.editor';

let panel: Script.Panel | undefined;
let opened = 0;

export const editor: NodeEditor = {
  label(node) {
    if (node.name) return node.name;
    return node.operationFrom !== 'value' && node.operation ? String(node.operation) : 'cloud call';
  },
  async prepare(node, form) {
    const mine = ++opened;
    const host = document.getElementById('breakerflow-call-operation');
    if (host === null) return;
    const text = (key: string, params?: Readonly<Record<string, unknown>>) => node._(`cloud-call.${key}`, params);
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
