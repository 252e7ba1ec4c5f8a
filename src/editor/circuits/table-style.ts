import { addStyleSheet } from '..';

/** As wide as dialog or sidebar is: a table where there is room, and one block for each circuit where there is not. */
const css = `
.breakerflow-circuits { container-type: inline-size; }
.breakerflow-circuits table { width: 100%; border-collapse: collapse; }
.breakerflow-circuits th, .breakerflow-circuits td { padding: 1px 4px 1px 0; text-align: start; font-weight: normal; vertical-align: top; }
.form-row .breakerflow-circuits :is(input[type=text], input[type=number], select), .breakerflow-circuits :is(input[type=text], input[type=number], select) { width: 100%; min-width: 0; margin: 0; box-sizing: border-box; }
.breakerflow-circuits input[type=checkbox] { width: auto; margin: 0; }
.breakerflow-circuits td[data-field=name] { width: 26%; }
.breakerflow-circuits td[data-field=deviceId] { width: 26%; }
.breakerflow-circuits td[data-field=deviceId] select { text-overflow: ellipsis; }
.breakerflow-circuits :is(td[data-field=critical], td[data-field=feedsIn]) { text-align: center; }
.breakerflow-circuits .breakerflow-column { display: none; color: var(--red-ui-secondary-text-color, #666); font-size: 0.85em; line-height: 1.4; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.breakerflow-circuits .breakerflow-error { padding: 0 0 2px; font-size: 0.9em; overflow-wrap: anywhere; }
.breakerflow-circuit-add { max-width: 200px; }
.form-row .breakerflow-rows label.breakerflow-move, .breakerflow-site label.breakerflow-move, label.breakerflow-move { display: block; width: auto; margin: 2px 0; overflow-wrap: anywhere; }
.breakerflow-move-uses { padding-inline-start: 20px; color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-rows input[type=file][hidden], .breakerflow-rows [hidden] { display: none; }
label.breakerflow-move input { width: auto; margin: 0 6px 2px 0; }
.breakerflow-import { margin: 6px 0; padding: 6px 10px; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; overflow-wrap: anywhere; }
.breakerflow-row .breakerflow-import .breakerflow-note, .breakerflow-import .breakerflow-note { padding: 2px 0; }
@container (max-width: 919px) {
.breakerflow-circuits table, .breakerflow-circuits tbody { display: block; }
.breakerflow-circuits thead { display: none; }
.breakerflow-circuits tr { display: grid; grid-template-columns: repeat(12, 1fr); gap: 3px 6px; padding: 6px 0; border-top: 1px solid var(--red-ui-secondary-border-color, #ddd); content-visibility: auto; contain-intrinsic-size: auto 150px; }
.breakerflow-circuits td, .breakerflow-circuits td:is([data-field=name], [data-field=deviceId]) { display: block; width: auto; min-width: 0; padding: 0; grid-column: span 4; }
.breakerflow-circuits .breakerflow-column { display: block; }
.breakerflow-circuits td[data-field=space] { grid-column: span 3; }
.breakerflow-circuits td[data-field=name] { grid-column: span 9; }
.breakerflow-circuits td[data-field=deviceId] { grid-column: span 12; }
.breakerflow-circuits :is(td[data-field=critical], td[data-field=feedsIn]) { text-align: start; grid-column: span 2; }
.breakerflow-circuits td[data-field=room] { grid-column: span 10; }
.breakerflow-circuits td[data-field=remove] { grid-column: span 2; align-self: end; text-align: end; }
}
@container (max-width: 319px) {
.breakerflow-circuits :is(td[data-field=leg], td[data-field=ratedA], td[data-field=critical], td[data-field=feedsIn]) { grid-column: span 6; }
.breakerflow-circuits td[data-field=room] { grid-column: span 9; }
.breakerflow-circuits td[data-field=remove] { grid-column: span 3; }
}
`;

export function addTableStyle(): void {
  addStyleSheet(css);
}
