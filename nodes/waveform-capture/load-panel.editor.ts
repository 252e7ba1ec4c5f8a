import type * as Panel from './waveform-capture.panel.editor';

/** Node-RED serves it from the package's resources. */
const address = 'resources/@breakerflow/node-red-breakers/waveform-capture.js';

let attempts = 0;
let loading: Promise<typeof Panel> | undefined;

/** Loads the panel on the first call; after a failure the next call tries again. */
export function loadPanel(): Promise<typeof Panel> {
  attempts += 1;
  // A browser may keep in mind that a module failed: another address is asked anew.
  const tried = attempts === 1 ? address : `${address}?attempt=${attempts}`;
  loading ??= (import(new URL(tried, document.baseURI).href) as Promise<typeof Panel>).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
