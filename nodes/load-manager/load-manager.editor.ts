import { type ConfigOf, createPanelDialog, type NodeEditor, textsOf } from '../../src/editor';
import type { fields } from './load-manager.fields';
import type * as Panel from './load-manager.panel.editor';
import type english from './locales/en-US/load-manager.json';

const ownText = textsOf<typeof english>('load-manager');

const dialog = createPanelDialog<typeof Panel, Panel.LoadPanel>(
  'load-manager',
  () => ownText('notLoaded'),
  (panel) => panel.close(),
);

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    return node.name || ownText('title');
  },
  async prepare(node, form) {
    const host = document.getElementById(`${form.prefix}loads-rows`);
    if (host !== null) await dialog.open(host, (script) => script.createPanel({ node, form, text: ownText }));
  },
  save(node) {
    Object.assign(node, dialog.panel()?.rows());
  },
  close: dialog.close,
};
