import type { NodeAPI } from 'node-red';

/** The sidebar lives in the browser; the runtime only names it, so that the palette manager lists it. */
export default function siteSidebar(RED: NodeAPI): void {
  RED.plugins.registerPlugin('breakerflow-site-sidebar', { type: 'breakerflow-sidebar' });
}
