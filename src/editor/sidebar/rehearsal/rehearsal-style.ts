/** Beside what all pages of the sidebar have. */
export const css = `
.breakerflow-rehearsal ul { list-style: none; margin: 0; padding: 0; }
.breakerflow-site .breakerflow-rehearsal ul:is(.breakerflow-rehearsal-limits, .breakerflow-rehearsal-problems) { list-style: disc; margin-inline-start: 18px; }
.breakerflow-rehearsal-problems li { overflow-wrap: anywhere; }
.breakerflow-rehearsal summary { cursor: pointer; padding: 3px 0; }
.breakerflow-rehearsal legend { margin: 0; border: 0; font-size: 1em; line-height: 1.6; }
.breakerflow-site .breakerflow-rehearsal .breakerflow-check { padding: 2px 0; }
.breakerflow-rehearsal .breakerflow-operation { font-weight: 600; overflow-wrap: anywhere; }
.breakerflow-rehearsal-fault, .breakerflow-rehearsal-keep { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; padding: 0 0 4px 18px; }
.breakerflow-rehearsal-keep { padding: 4px 0; }
.breakerflow-site .breakerflow-rehearsal-fault > select, .breakerflow-site .breakerflow-rehearsal-keep > input { flex: 1 1 110px; width: auto; }
.breakerflow-site .breakerflow-rehearsal-fault > input { flex: 0 0 auto; width: auto; margin: 0; box-sizing: border-box; }
.breakerflow-rehearsal-expected { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; padding: 2px 0; }
.breakerflow-site .breakerflow-rehearsal-expected > select { flex: 1 1 110px; width: auto; min-width: 0; margin: 0; }
.breakerflow-site .breakerflow-rehearsal-expected-field { display: flex; flex: 0 1 auto; gap: 4px; align-items: center; margin: 0; }
.breakerflow-site .breakerflow-rehearsal-expected-field:has(> select) { flex: 1 1 100%; }
.breakerflow-site .breakerflow-rehearsal-expected-field > select { flex: 1; min-width: 0; width: auto; margin: 0; }
.breakerflow-site .breakerflow-rehearsal-expected-field > input[type=number] { max-width: 90px; }
.breakerflow-site .breakerflow-rehearsal-expected-field > input { width: auto; margin: 0; box-sizing: border-box; }
.breakerflow-rehearsal-progress { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
.breakerflow-rehearsal-progress progress { flex: 1 1 100%; width: 100%; accent-color: var(--red-ui-text-color-link, #0088cc); }
.breakerflow-rehearsal-progress span { flex: 1; }
.breakerflow-rehearsal-banner { margin: 6px 8px; padding: 6px 8px; border: 1px solid var(--red-ui-text-color-warning, #b78000); border-radius: 4px; }
.breakerflow-rehearsal .breakerflow-rehearsal-where { justify-content: flex-start; }
.breakerflow-rehearsal-log li { display: grid; grid-template-columns: 4.6em 1fr; gap: 0 6px; overflow-wrap: anywhere; }
.breakerflow-rehearsal time { font-variant-numeric: tabular-nums; color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-rehearsal-zoom { white-space: nowrap; }
.breakerflow-rehearsal-axis { display: flex; justify-content: space-between; margin-top: 4px; font-size: 0.85em; font-variant-numeric: tabular-nums; color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-rehearsal-circuit { margin: 4px 0; }
.breakerflow-rehearsal-circuit svg { display: block; width: 100%; height: 40px; background: var(--red-ui-primary-background, #f3f3f3); }
.breakerflow-rehearsal-circuit svg * { vector-effect: non-scaling-stroke; fill: none; }
.breakerflow-rehearsal-circuit .breakerflow-power-line { stroke: var(--red-ui-primary-text-color, #333); stroke-width: 1.3; }
.breakerflow-rehearsal-circuit .breakerflow-zero { stroke: var(--red-ui-secondary-border-color, #ddd); }
.breakerflow-rehearsal-circuit .breakerflow-limit { stroke: var(--red-ui-text-color-error, #b00); stroke-dasharray: 5 4; }
.breakerflow-rehearsal-circuit .breakerflow-limit-title { stroke: transparent; stroke-width: 9; pointer-events: stroke; }
.breakerflow-rehearsal-circuit svg [data-at] { stroke-width: 2; cursor: pointer; }
.breakerflow-rehearsal-circuit .breakerflow-mark-open, .breakerflow-rehearsal-circuit .breakerflow-mark-bad { stroke: var(--red-ui-text-color-error, #b00); }
.breakerflow-rehearsal-circuit .breakerflow-mark-closed { stroke: var(--red-ui-text-color-success, #2a8a2a); }
`;
