import { element, loadPanel, type NodeEditor, redrawLabelsWhenNamed, textsOf } from '../../src/editor';
import type { CircuitTable } from '../../src/editor/circuits';
import type * as Panel from './breaker-directory.panel.editor';
import type english from './locales/en-US/breaker-directory.json';

const directoryText = textsOf<typeof english, 'breaker-directory'>('breaker-directory');

let table: CircuitTable | undefined;
let newestDialog = 0;

export const editor: NodeEditor<{ readonly circuits?: readonly unknown[] }> = {
  label(node) {
    return node.name || directoryText('title', { count: node.circuits?.length ?? 0 });
  },
  async prepare(node, form) {
    const host = document.getElementById(`${form.prefix}circuits-rows`);
    if (host === null) return;
    const thisDialog = ++newestDialog;
    const script = await loadPanel<typeof Panel>('breaker-directory').catch(() => undefined);
    if (thisDialog !== newestDialog) return;
    if (script === undefined) {
      host.replaceChildren(element('div', { class: 'breakerflow-error' }, [directoryText('notLoaded')]));
      return;
    }
    table = script.createPanel({ host, form, circuits: Array.isArray(node.circuits) ? node.circuits : [] });
  },
  save(node) {
    if (table !== undefined) node.circuits = table.circuits();
  },
  close() {
    newestDialog += 1;
    table = undefined;
  },
};

redrawLabelsWhenNamed();
