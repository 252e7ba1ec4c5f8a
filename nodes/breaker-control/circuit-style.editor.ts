/** Colours follow Node-RED's theme. */
export const circuitStyle = `
#breakerflow-circuits { margin: 0 0 12px var(--breakerflow-beside); }
#breakerflow-circuits button[hidden] { display: none; }
.breakerflow-circuit-list .breakerflow-note, .breakerflow-circuit-list .breakerflow-error { padding: 2px 0 4px; }
ul.breakerflow-circuits { list-style: none; margin: 2px 0 8px; padding: 0; max-height: 240px; overflow-y: auto; color: var(--red-ui-primary-text-color, #333); }
.breakerflow-circuits li { display: flex; flex-wrap: wrap; gap: 0 10px; padding: 2px 0; border-top: 1px solid var(--red-ui-secondary-border-color, #ddd); }
.breakerflow-circuits .breakerflow-load { flex: 1 1 130px; }
.breakerflow-circuits .breakerflow-would { flex: 0 1 auto; text-align: right; }
.breakerflow-circuits .breakerflow-now { color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-circuits .breakerflow-left-out .breakerflow-load { text-decoration: line-through; }
.breakerflow-circuits .breakerflow-left-out .breakerflow-would { color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-circuits [data-would=open], .breakerflow-circuits [data-would=close] { font-weight: 600; }
.breakerflow-circuits [data-would=unread], .breakerflow-circuits [data-would=confirm] { color: var(--red-ui-text-color-error, #b00); }
`;
