import { element } from './element';
import { loadPanel } from './load-panel';

/** The part of a dialog whose code is loaded when the dialog opens. */
export interface PanelDialog<Script, Panel> {
  /** The panel of the open dialog; undefined before it is loaded. */
  panel(): Panel | undefined;
  /** Loads the script of the node type and makes the panel, unless the dialog is closed meanwhile. */
  open(host: HTMLElement, create: (script: Script) => Panel): Promise<void>;
  close(): void;
}

/**
 * @param notLoaded what stands in place of the panel where its script cannot be loaded
 * @param end ends a panel that the dialog is closed with
 * @example
 * const dialog = createPanelDialog<typeof Script, Script.LoadPanel>('load-manager', () => ownText('notLoaded'), (panel) => panel.close());
 */
export function createPanelDialog<Script, Panel>(
  type: string,
  notLoaded: () => string,
  end: (panel: Panel) => void = () => {},
): PanelDialog<Script, Panel> {
  let panel: Panel | undefined;
  let newest = 0;
  return {
    panel: () => panel,
    async open(host, create) {
      const own = ++newest;
      const script = await loadPanel<Script>(type).catch(() => undefined);
      if (own !== newest) return;
      if (script === undefined) host.replaceChildren(element('div', { class: 'breakerflow-error' }, [notLoaded()]));
      else panel = create(script);
    },
    close() {
      newest += 1;
      if (panel !== undefined) end(panel);
      panel = undefined;
    },
  };
}
