import { addDialogStyle } from '../../src/editor';
import { rowStyle } from '../../src/editor/rows';

/** The colours follow Node-RED's theme. */
const css = `
.breakerflow-row:is([data-field="loads"], [data-field="groups"], [data-field="otherTimes"], [data-field="levels"]) > label { display: block; width: auto; }
#breakerflow-unprotected > .breakerflow-warning { margin-bottom: 10px; }
.breakerflow-lm-loads { list-style: none; margin: 0; padding: 0; }
.breakerflow-lm-load { padding: 4px 6px; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; margin: 0 0 4px; background: var(--red-ui-secondary-background, #f7f7f7); color: var(--red-ui-primary-text-color, #333); }
.breakerflow-lm-load.breakerflow-lm-over { border-color: var(--red-ui-form-input-focus-color, #0088cc); }
.breakerflow-lm-handle { cursor: grab; color: var(--red-ui-secondary-text-color, #888); }
.breakerflow-lm-title { display: flex; flex: 1 1 180px; gap: 6px; align-items: baseline; min-width: 0; align-self: center; }
.breakerflow-lm-name { min-width: 0; overflow-wrap: anywhere; }
.breakerflow-lm-draws, .breakerflow-lm-edge { color: var(--red-ui-secondary-text-color, #666); font-size: 0.9em; white-space: nowrap; }
.breakerflow-lm-edge { padding: 2px 6px; }
.breakerflow-lm-edge[hidden], .breakerflow-rows [hidden] { display: none; }
.breakerflow-lm-buttons { display: flex; gap: 2px; }
.breakerflow-lm-more { display: flex; flex-wrap: wrap; gap: 4px 10px; padding: 4px 0; align-items: end; }
.breakerflow-lm-load summary { cursor: pointer; font-size: 0.9em; }
`;

export function addLoadStyle(): void {
  addDialogStyle('load-manager', css + rowStyle);
}
