import { addDialogStyle } from '../../src/editor';

/** Scoped to this dialog; colours follow Node-RED's theme. */
const css = `
.breakerflow-call { margin-bottom: 12px; color: var(--red-ui-primary-text-color, #333); }
.breakerflow-operations { height: 240px; overflow-y: auto; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; background: var(--red-ui-form-input-background, #fff); }
.breakerflow-operations [role=option] { display: flex; gap: 8px; align-items: baseline; padding: 3px 8px; cursor: pointer; }
.breakerflow-operations [role=option]:hover { background: var(--red-ui-list-item-background-hover, #eee); }
.breakerflow-operations [aria-selected=true] { background: var(--red-ui-list-item-background-selected, #dde6f0); }
.breakerflow-operationtitle { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.breakerflow-operationtitle small { display: block; color: var(--red-ui-secondary-text-color, #888); font-family: monospace; }
.breakerflow-call .breakerflow-searchbar { flex-wrap: wrap; }
.breakerflow-call .breakerflow-searchbar > .breakerflow-search { flex: 1 1 360px; }
.breakerflow-call .breakerflow-searchbar select { width: auto; max-width: 100%; flex: 1 0 auto; margin: 0; }
.breakerflow-method { font-family: monospace; font-size: 0.85em; font-weight: 600; min-width: 52px; }
.breakerflow-method.breakerflow-delete { color: var(--red-ui-text-color-error, #b00); }
.breakerflow-chosen { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: baseline; padding: 6px 8px; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; background: var(--red-ui-secondary-background, #f7f7f7); }
.breakerflow-chosen > span:nth-of-type(2) { flex: 1; }
.breakerflow-call code { background: none; border: 0; padding: 0; color: inherit; white-space: normal; overflow-wrap: anywhere; }
.breakerflow-card { padding: 6px 8px 0; }
.breakerflow-card ul { margin: 2px 0 4px 20px; }
.breakerflow-call summary { cursor: pointer; }
.breakerflow-call h4 { margin: 12px 0 4px; font-size: 1em; font-weight: 600; }
.breakerflow-value { display: grid; grid-template-columns: 140px minmax(0, 1fr); gap: 8px; margin: 4px 0; align-items: start; }
.form-row .breakerflow-value label, .breakerflow-value > label { width: auto; margin: 6px 0 0; overflow-wrap: anywhere; }
.breakerflow-valuehint { color: var(--red-ui-secondary-text-color, #777); font-size: 0.88em; overflow-wrap: anywhere; }
.breakerflow-required { color: var(--red-ui-text-color-error, #b00); font-weight: 600; }
.breakerflow-value .breakerflow-error, .breakerflow-group > .breakerflow-error, .breakerflow-filter > .breakerflow-error { padding: 0; font-size: 0.9em; }
.breakerflow-call .breakerflow-error:empty { display: none; }
.breakerflow-call .breakerflow-error .breakerflow-warning { color: var(--red-ui-primary-text-color, #333); }
.breakerflow-valueinput .red-ui-typedInput-container { max-width: 100%; box-sizing: border-box; }
.breakerflow-group { margin: 6px 0; padding-left: 10px; border-left: 2px solid var(--red-ui-form-input-border-color, #ccc); }
.breakerflow-group.breakerflow-hasproblem { border-left-color: var(--red-ui-text-color-error, #b00); }
.breakerflow-item { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 6px; align-items: start; }
.breakerflow-item > button { margin-top: 4px; }
.breakerflow-namerow { display: flex; gap: 6px; margin: 4px 0; }
.breakerflow-namerow input { flex: 1; min-width: 0; width: auto; margin: 0; }
.breakerflow-criterion { display: grid; grid-template-columns: 30px minmax(70px, 150px) 62px minmax(0, 1fr) auto; gap: 6px; align-items: start; margin: 4px 0; }
.breakerflow-criterion > .breakerflow-and { padding-top: 6px; }
.breakerflow-criterion > select { width: 100%; margin: 0; }
.breakerflow-criterion > .breakerflow-value { display: block; margin: 0; }
.breakerflow-criterion > .breakerflow-value > label { display: none; }
.breakerflow-criterion > button { margin-top: 2px; }
pre.breakerflow-request { margin: 2px 0; padding: 8px; max-height: 260px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.9em; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; background: var(--red-ui-secondary-background, #f7f7f7); color: var(--red-ui-primary-text-color, #333); }
.breakerflow-call [hidden] { display: none; }
@container breakerflow-form (max-width: 430px) {
  .breakerflow-value { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .breakerflow-criterion { grid-template-columns: minmax(0, 1fr) 62px auto; }
  .breakerflow-criterion > .breakerflow-and { grid-column: 1 / -1; padding: 0; }
  .breakerflow-criterion > .breakerflow-value { grid-column: 1 / -1; grid-row: 3; }
}
.breakerflow-call { container: breakerflow-form / inline-size; }
`;

export function addCallStyle(): void {
  addDialogStyle('cloud-call', css);
}
