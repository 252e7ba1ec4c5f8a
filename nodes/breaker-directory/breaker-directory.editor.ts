import { createPanelDialog, type NodeEditor, redrawLabelsWhenNamed, textsOf } from '../../src/editor';
import type { CircuitTable } from '../../src/editor/circuits';
import type * as Panel from './breaker-directory.panel.editor';
import type english from './locales/en-US/breaker-directory.json';

const directoryText = textsOf<typeof english, 'breaker-directory'>('breaker-directory');

const dialog = createPanelDialog<typeof Panel, CircuitTable>('breaker-directory', () => directoryText('notLoaded'));

export const editor: NodeEditor<{ readonly circuits?: readonly unknown[] }> = {
  label(node) {
    return node.name || directoryText('title', { count: node.circuits?.length ?? 0 });
  },
  async prepare(node, form) {
    const host = document.getElementById(`${form.prefix}circuits-rows`);
    const circuits = Array.isArray(node.circuits) ? node.circuits : [];
    if (host !== null) await dialog.open(host, (script) => script.createPanel({ host, form, circuits }));
  },
  save(node) {
    const table = dialog.panel();
    if (table !== undefined) node.circuits = table.circuits();
  },
  close: dialog.close,
};

redrawLabelsWhenNamed();
