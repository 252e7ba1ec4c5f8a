import { type ConfigOf, element, loadPanel, type NodeEditor, textsOf } from '../../src/editor';
import type { fields } from './circuit-watch.fields';
import type * as Panel from './circuit-watch.panel.editor';
import type english from './locales/en-US/circuit-watch.json';

const ownText = textsOf<typeof english>('circuit-watch');

let panel: Panel.WatchPanel | undefined;
let newestDialog = 0;

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    if (node.name) return node.name;
    return node.preset === undefined || node.preset === 'own'
      ? ownText('title')
      : ownText(`choice.preset.${node.preset}`);
  },
  async prepare(node, form) {
    const host = document.getElementById(`${form.prefix}quiet-rows`);
    if (host === null) return;
    const thisDialog = ++newestDialog;
    const script = await loadPanel<typeof Panel>('circuit-watch').catch(() => undefined);
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
