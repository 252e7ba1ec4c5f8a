const failures = new Map<string, number>();

/** Loads what only an open dialog needs: `nodes/<type>/<type>.panel.editor.ts`, which Node-RED serves as a resource. */
export async function loadPanel<Panel>(type: string): Promise<Panel> {
  const failed = failures.get(type) ?? 0;
  const address = `resources/@breakerflow/node-red-breakers/${type}.js`;
  // A browser can cache the failure of a module, so another attempt needs another address.
  const tried = failed === 0 ? address : `${address}?attempt=${failed + 1}`;
  try {
    // Relative to the page: the editor's root may be any.
    return (await import(new URL(tried, document.baseURI).href)) as Panel;
  } catch (error) {
    failures.set(type, failed + 1);
    throw error;
  }
}
