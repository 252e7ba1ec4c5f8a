/** How the rows of a dialog's tables look, for its sheet. */
export const rowStyle = `
.breakerflow-row-line { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: end; padding: 2px 0; }
.form-row label.breakerflow-row-field { display: inline-flex; flex-direction: column; width: auto; max-width: 100%; margin: 0; font-size: 0.9em; }
.form-row label.breakerflow-row-field.breakerflow-row-tick { flex-direction: row; align-items: center; gap: 4px; }
.form-row .breakerflow-row-field > input[type=number] { width: 90px; margin: 0; }
.form-row .breakerflow-row-field > input[type=text] { width: 120px; margin: 0; }
.form-row .breakerflow-row-field > input[maxlength="4"] { width: 70px; }
.form-row .breakerflow-row-field > select { width: auto; max-width: 100%; margin: 0; }
.form-row .breakerflow-row-field > input[type=checkbox] { margin: 0; }
.breakerflow-rows > button + button { margin-left: 4px; }
.breakerflow-row-days { display: inline-flex; flex-wrap: wrap; gap: 2px 10px; flex-basis: 100%; align-items: center; }
`;
