import type { NodeEditor } from '../../src/editor';
import type { openPanel, Panel } from './cloud-call.panel.editor';

/** The form is made by a script that only this dialog loads. A relative address: the editor's root may be any. */
const panelUrl = 'resources/@breakerflow/node-red-breakers/cloud-call.js';

let panel: Panel | undefined;
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
      const script = (await import(new URL(panelUrl, document.baseURI).href)) as { openPanel: typeof openPanel };
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
