import { openTab, type Tab } from './browser';
import { type Editor, openEditor } from './editor';
import type { View } from './lanes';
import { type NodeRedOptions, type RunningNodeRed, runNodeRed } from './running-node-red';

interface OpenedEditor {
  readonly red: RunningNodeRed;
  readonly tab: Tab;
  readonly editor: Editor;
}

/**
 * Called in a suite: a Node-RED of the view's lane for its tests, with its editor in a tab. What it returns is filled by a
 * hook, so that tests can take it apart where they are declared.
 */
export function openedEditor(view: View, options: NodeRedOptions = {}): OpenedEditor {
  const opened = { red: {}, tab: {}, editor: {} } as OpenedEditor;
  let red: RunningNodeRed | undefined;
  let tab: Tab | undefined;
  before(async () => {
    red = Object.assign(opened.red, await runNodeRed(view.lane, options));
    tab = Object.assign(opened.tab, await openTab(view));
    Object.assign(opened.editor, await openEditor(tab, red.url));
  });
  after(async () => {
    await tab?.close();
    await red?.stop();
  });
  return opened;
}
