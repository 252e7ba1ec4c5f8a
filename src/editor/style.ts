import { addStyleSheet } from './style-sheet';

/** Scoped to this family's own classes; colours follow Node-RED's theme. */
const css = `
[class^=breakerflow-dialog-] { --breakerflow-label: clamp(130px, 26%, 220px); --breakerflow-field: calc(100% - var(--breakerflow-label) - 8px); --breakerflow-beside: calc(var(--breakerflow-label) + 4px); contain: inline-size; contain-intrinsic-inline-size: clamp(460px, 100vw - 380px, 800px); }
.red-ui-tray-body:has([class^=breakerflow-dialog-]) { min-width: 0 !important; }
.form-row.breakerflow-row > label { width: var(--breakerflow-label); vertical-align: middle; box-sizing: border-box; padding-inline-end: 8px; overflow-wrap: break-word; }
.form-row.breakerflow-list > label, .form-row.breakerflow-rows-field > label, .form-row.breakerflow-row:has(> textarea) > label { vertical-align: top; padding-top: 6px; }
.form-row.breakerflow-row > input[type=text], .form-row.breakerflow-row > input[type=password] { width: var(--breakerflow-field); }
.breakerflow-row[hidden] { display: none; }
.form-row.breakerflow-row > select { width: var(--breakerflow-field); }
.breakerflow-row .breakerflow-note { padding: 4px 0 0 var(--breakerflow-beside); }
.breakerflow-row .breakerflow-note:empty { display: none; }
.breakerflow-row .breakerflow-unit { margin-left: 6px; color: var(--red-ui-secondary-text-color, #888); }
.breakerflow-row input[type=number] { width: 110px; }
.breakerflow-row input[type=checkbox] { width: auto; margin: 0 6px 2px 0; }
.breakerflow-row textarea { width: var(--breakerflow-field); box-sizing: border-box; min-height: 70px; font-family: monospace; }
.form-row.breakerflow-row.breakerflow-flag > label { display: flex; align-items: baseline; width: auto; padding: 0; }
.form-row.breakerflow-row.breakerflow-flag > label > input { flex: none; }
.breakerflow-tipped { cursor: help; text-decoration: underline dotted 1px; text-underline-offset: 3px; text-decoration-color: var(--red-ui-secondary-text-color-disabled, #aaa); }
.breakerflow-tip { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.breakerflow-section { margin: 12px 0 8px; }
.breakerflow-section > summary { cursor: pointer; font-weight: 600; margin-bottom: 8px; }
.breakerflow-hint { margin: 4px 0 10px; color: var(--red-ui-secondary-text-color, #666); font-size: 0.9em; }
.breakerflow-picker { display: inline-block; width: var(--breakerflow-field); vertical-align: top; }
.breakerflow-searchbar { display: flex; gap: 4px; margin: 4px 0; }
.breakerflow-searchbar input.breakerflow-search { flex: 1; width: auto; margin: 0; text-overflow: ellipsis; }
.breakerflow-devices { min-height: 56px; max-height: 210px; overflow-y: auto; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; background: var(--red-ui-form-input-background, #fff); }
.breakerflow-location { padding: 4px 8px; font-weight: 600; position: sticky; top: 0; background: var(--red-ui-secondary-background, #f7f7f7); color: var(--red-ui-primary-text-color, #333); }
.form-row .breakerflow-picker label.breakerflow-device { display: flex; width: auto; align-items: center; gap: 6px; padding: 3px 8px; margin: 0; cursor: pointer; }
.breakerflow-device:hover, .breakerflow-device:focus-within { background: var(--red-ui-list-item-background-hover, #eee); }
.breakerflow-load { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.breakerflow-serial { color: var(--red-ui-secondary-text-color, #888); font-family: monospace; font-size: 0.9em; }
.breakerflow-chips { display: flex; flex-wrap: wrap; gap: 4px; }
.breakerflow-chip { padding: 1px 4px 1px 8px; border-radius: 10px; border: 1px solid var(--red-ui-form-input-border-color, #ccc); color: var(--red-ui-primary-text-color, #333); }
.breakerflow-chip button { border: 0; background: none; color: inherit; cursor: pointer; padding: 0 4px; }
.breakerflow-missing { border-color: var(--red-ui-text-color-error, #b00); color: var(--red-ui-text-color-error, #b00); }
.breakerflow-note { padding: 6px 8px; color: var(--red-ui-secondary-text-color, #888); }
.breakerflow-error { padding: 6px 8px; color: var(--red-ui-text-color-error, #b00); }
.breakerflow-trial { margin: 14px 0 10px; padding: 8px 10px; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; }
.breakerflow-trial-hint, .breakerflow-trial-note { margin-inline-start: 10px; color: var(--red-ui-secondary-text-color, #666); font-size: 0.9em; }
.breakerflow-title { margin: 10px 0 2px; font-weight: 600; }
.breakerflow-table { width: 100%; font-size: 0.9em; }
.breakerflow-table td { padding: 2px 8px 2px 0; vertical-align: top; overflow-wrap: break-word; }
ul.breakerflow-checklist { list-style: none; margin: 8px 0; padding: 0; }
.breakerflow-checklist li { display: grid; grid-template-columns: 20px 150px 1fr; gap: 4px; padding: 3px 0; }
.breakerflow-checklist .fa-check { color: var(--red-ui-text-color-success, #2a8a2a); }
.breakerflow-checklist .fa-times { color: var(--red-ui-text-color-error, #b00); }
.breakerflow-checklist .fa-exclamation-triangle { color: var(--red-ui-text-color-warning, #b78000); }
.breakerflow-checklist .breakerflow-at-field { grid-column: 3; }
.breakerflow-checklist .breakerflow-to-field { border: 0; background: none; padding: 0; color: var(--red-ui-text-color-link, #0088cc); text-decoration: underline; cursor: pointer; text-align: start; }
.breakerflow-troubled > input, .breakerflow-troubled > textarea { border-color: var(--red-ui-form-input-border-error-color, #b00) !important; }
.breakerflow-trouble { padding: 4px 0 0 var(--breakerflow-beside); color: var(--red-ui-text-color-error, #b00); font-size: 0.9em; }
.breakerflow-buttons { display: flex; flex-wrap: wrap; gap: 6px; margin: 10px 0 4px; }
.breakerflow-buttons[hidden] { display: none; }
.red-ui-editor code.breakerflow-address, .red-ui-editor .breakerflow-table code { padding: 0; border: 0; background: none; color: inherit; white-space: normal; overflow-wrap: anywhere; }
.red-ui-editor #breakerflow-generate { margin-bottom: 12px; }
.breakerflow-warning { padding: 2px 0; }
.breakerflow-warning::before { content: "\\26A0\\00A0"; color: var(--red-ui-text-color-warning, #b78000); }
.breakerflow-table .breakerflow-remedy { color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-checklist .breakerflow-remedy { grid-column: 3; color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-schedule { margin: 10px 0; padding: 8px 10px; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; background: var(--red-ui-secondary-background, #f7f7f7); color: var(--red-ui-primary-text-color, #333); }
.breakerflow-schedule:empty { display: none; }
.breakerflow-schedule h4 { margin: 8px 0 2px; font-size: 1em; font-weight: 600; }
.breakerflow-schedule p { margin: 2px 0; }
.breakerflow-schedule .breakerflow-words { font-weight: 600; }
.breakerflow-schedule ol { margin: 0 0 4px; padding: 0 0 0 22px; columns: 2 19em; column-gap: 34px; font-variant-numeric: tabular-nums; }
.breakerflow-schedule ol > li { break-inside: avoid; }
.breakerflow-own-zone { padding: 2px 0 0 var(--breakerflow-beside); }
.breakerflow-own-zone[hidden] { display: none; }
.breakerflow-date-time { display: inline-flex; flex-wrap: wrap; gap: 4px; align-items: center; width: var(--breakerflow-field); }
.red-ui-typedInput-container:has(.breakerflow-date-time), .red-ui-typedInput-container .red-ui-typedInput-value-label:has(.breakerflow-date-time) { height: auto; overflow: visible; }
.red-ui-typedInput-container .breakerflow-date-time { width: 100%; gap: 0; }
.form-row .breakerflow-date-time input.breakerflow-date-text { flex: 1 1 190px; width: 200px; min-width: 0; margin: 0; }
.form-row .breakerflow-date-time input.breakerflow-calendar { width: 1px; height: 24px; min-width: 0; margin: 0 0 0 -5px; padding: 0; border: 0; opacity: 0; pointer-events: none; }
.form-row .breakerflow-date-time select.breakerflow-zone { flex: 1 1 265px; max-width: 320px; margin: 0; }
.red-ui-typedInput-container .breakerflow-date-time input.breakerflow-calendar { margin-left: -1px; }
.red-ui-typedInput-container .breakerflow-date-time input.breakerflow-date-text, .red-ui-typedInput-container .breakerflow-date-time select.breakerflow-zone { border: 0; height: 30px; min-width: 60px; }
.breakerflow-date-note { flex-basis: 100%; }
.breakerflow-date-note:empty { display: none; }
.red-ui-typedInput-container .breakerflow-date-note { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.breakerflow-schedule ol .breakerflow-note, .breakerflow-schedule p.breakerflow-note { padding: 0; }
.breakerflow-schedule p.breakerflow-error { padding: 0; }
.breakerflow-body { display: inline-block; width: var(--breakerflow-field); vertical-align: top; }
.breakerflow-body label { display: inline-block; width: auto; margin: 0 10px 0 0; }
.breakerflow-row:has(> .breakerflow-body > table) > label { display: block; width: auto; }
.breakerflow-body:has(> table) { width: 100%; }
.breakerflow-body table { border-collapse: collapse; }
.breakerflow-body th, .breakerflow-body td { padding: 1px 6px 1px 0; text-align: left; font-weight: normal; }
.breakerflow-body input[type=number] { width: 84px; margin: 0; }
.breakerflow-body input[type=color] { width: 44px; height: 26px; padding: 0; margin: 0; }
`;

/** What every dialog uses. */
export function addStyle(): void {
  addStyleSheet(css);
}
