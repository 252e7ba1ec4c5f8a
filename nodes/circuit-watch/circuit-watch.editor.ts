import { type ConfigOf, createPanelDialog, type NodeEditor, textsOf } from '../../src/editor';
import type { fields } from './circuit-watch.fields';
import type * as Panel from './circuit-watch.panel.editor';
import type english from './locales/en-US/circuit-watch.json';

const ownText = textsOf<typeof english>('circuit-watch');

const dialog = createPanelDialog<typeof Panel, Panel.WatchPanel>(
  'circuit-watch',
  () => ownText('notLoaded'),
  (panel) => panel.close(),
);

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    if (node.name) return node.name;
    return node.preset === undefined || node.preset === 'own'
      ? ownText('title')
      : ownText(`choice.preset.${node.preset}`);
  },
  async prepare(node, form) {
    const host = document.getElementById(`${form.prefix}quiet-rows`);
    if (host !== null) await dialog.open(host, (script) => script.createPanel({ node, form, text: ownText }));
  },
  save(node) {
    Object.assign(node, dialog.panel()?.rows());
  },
  close: dialog.close,
};
