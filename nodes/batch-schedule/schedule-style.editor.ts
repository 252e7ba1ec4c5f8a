import { addDialogStyle } from '../../src/editor';

const css = `
.breakerflow-runs { display: inline-block; width: var(--breakerflow-field); vertical-align: top; }
.form-row.breakerflow-row .breakerflow-runs > select { width: 100%; }
.breakerflow-run-parts:not(:empty) { margin-top: 6px; }
.breakerflow-run-line { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin-top: 4px; }
.form-row.breakerflow-row .breakerflow-run-line select { width: auto; max-width: 100%; margin: 0; }
.breakerflow-run-time { display: inline-flex; gap: 2px; align-items: center; }
.form-row .breakerflow-run-time input.breakerflow-time { width: 90px; margin: 0; }
.breakerflow-run-ticks { display: flex; flex-wrap: wrap; gap: 4px 12px; }
.breakerflow-run-dates { display: grid; grid-template-columns: repeat(7, max-content); }
.form-row .breakerflow-run-ticks label { display: inline-flex; align-items: center; width: auto; margin: 0; color: var(--red-ui-primary-text-color, #333); }
.form-row .breakerflow-runs .breakerflow-error:empty { display: none; }
.form-row.breakerflow-row > input.breakerflow-run-cron { margin: 4px 0 0 var(--breakerflow-beside); }
.form-row.breakerflow-row > input.breakerflow-run-cron[hidden] { display: none; }
`;

export function addScheduleStyle(): void {
  addDialogStyle('batch-schedule', css);
}
