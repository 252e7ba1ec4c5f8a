import { addDialogStyle } from '../../src/editor';

/** The colours follow Node-RED's theme, except the windows, which have the colour of the node. */
const css = `
#breakerflow-charger[hidden], #breakerflow-evse-safety[hidden] { display: none; }
.breakerflow-live { margin: 8px 0 12px; padding: 6px 10px; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; background: var(--red-ui-secondary-background, #f7f7f7); color: var(--red-ui-primary-text-color, #333); }
.breakerflow-livetitle { display: flex; justify-content: space-between; align-items: center; }
.breakerflow-liveline { padding: 2px 0 4px; }
.breakerflow-row[data-field="windows"] > label, .breakerflow-row[data-field="bands"] > label { display: block; width: auto; }
.breakerflow-week { display: grid; grid-template-columns: 40px 1fr; row-gap: 3px; align-items: center; user-select: none; touch-action: none; }
.breakerflow-hours { display: flex; justify-content: space-between; font-size: 0.8em; color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-day { color: var(--red-ui-primary-text-color, #333); }
.breakerflow-track { position: relative; height: 24px; border: 1px solid var(--red-ui-form-input-border-color, #ccc); background-color: var(--red-ui-form-input-background, #fff); background-image: linear-gradient(to right, var(--red-ui-secondary-border-color, #ddd) 1px, transparent 1px); background-size: 25% 100%; cursor: crosshair; overflow: hidden; }
.breakerflow-window { position: absolute; top: 1px; bottom: 1px; box-sizing: border-box; background: #8FBF7F; color: #14240f; border: 1px solid #4c7a3d; border-radius: 4px; font-size: 0.85em; line-height: 20px; text-align: center; cursor: grab; overflow: hidden; }
.breakerflow-window:focus { outline: 2px solid var(--red-ui-form-input-focus-color, #0088cc); outline-offset: -2px; }
.breakerflow-window.breakerflow-selected { background: #b4dba6; }
.breakerflow-window.breakerflow-overlap { border: 2px dashed var(--red-ui-text-color-warning, #b78000); line-height: 18px; }
.breakerflow-window.breakerflow-continued { border-left-style: dotted; border-top-left-radius: 0; border-bottom-left-radius: 0; }
.breakerflow-window.breakerflow-continues { border-right-style: dotted; border-top-right-radius: 0; border-bottom-right-radius: 0; }
.breakerflow-handle { position: absolute; top: 0; bottom: 0; width: 7px; cursor: ew-resize; background: #4c7a3d66; }
.breakerflow-handle[data-edge="start"] { left: 0; }
.breakerflow-handle[data-edge="stop"] { right: 0; }
.breakerflow-number { pointer-events: none; }
.breakerflow-windowbuttons { margin: 8px 0 6px; display: flex; gap: 6px; flex-wrap: wrap; }
.breakerflow-windowrow, .breakerflow-band { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; padding: 4px; border-bottom: 1px solid var(--red-ui-secondary-border-color, #ddd); color: var(--red-ui-primary-text-color, #333); }
.breakerflow-windowrow.breakerflow-selected { background: var(--red-ui-list-item-background-hover, #eee); }
.breakerflow-windowrow .breakerflow-value { min-width: 18px; font-weight: 600; }
.form-row .breakerflow-windowrow select { width: 70px; }
.form-row .breakerflow-windowrow input.breakerflow-time, .form-row .breakerflow-band input.breakerflow-time { width: 84px; }
.form-row .breakerflow-band input.breakerflow-bandname { width: 120px; }
.form-row .breakerflow-windowrow input[type=number] { width: 80px; }
.form-row .breakerflow-windowrow label, .form-row .breakerflow-banddays label { display: inline-flex; width: auto; margin: 0; align-items: center; }
.breakerflow-windowlimit { white-space: nowrap; }
.form-row .breakerflow-windowlimit label { margin-left: 6px; gap: 4px; }
.form-row .breakerflow-windowlimit input[type=checkbox], .form-row .breakerflow-banddays input[type=checkbox] { margin: 0; }
.breakerflow-banddays { display: flex; flex-wrap: wrap; gap: 8px; flex-basis: 100%; }
.breakerflow-midnight { color: var(--red-ui-secondary-text-color, #666); font-size: 0.85em; }
.breakerflow-warning { padding: 4px 8px; color: var(--red-ui-text-color-warning, #b78000); }
`;

export function addEvseStyle(): void {
  addDialogStyle('evse-config', css);
}
