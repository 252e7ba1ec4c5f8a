import { type ConfigOf, element, loadPanel, type NodeEditor, textsOf } from '../../src/editor';
import type { fields } from './load-manager.fields';
import type * as Panel from './load-manager.panel.editor';
import type english from './locales/en-US/load-manager.json';

const ownText = textsOf<typeof english>('load-manager');

let panel: Panel.LoadPanel | undefined;
let newestDialog = 0;

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    return node.name || ownText('title');
  },
  async prepare(node, form) {
    const host = document.getElementById(`${form.prefix}loads-rows`);
    if (host === null) return;
    const thisDialog = ++newestDialog;
    const script = await loadPanel<typeof Panel>('load-manager').catch(() => undefined);
    if (thisDialog !== newestDialog) return;
    if (script === undefined) {
      host.replaceChildren(element('div', { class: 'breakerflow-error' }, [ownText('notLoaded')]));
      return;
    }
    panel = script.createPanel({ node, form, text: ownText });
  },
  save(node) {
    if (panel !== undefined) Object.assign(node, panel.rows());
  },
  close() {
    newestDialog += 1;
    panel?.close();
    panel = undefined;
  },
};
