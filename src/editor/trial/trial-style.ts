export const trialStyle = `
.breakerflow-trial-panel h4 { margin: 10px 0 2px; font-size: 1em; font-weight: 600; }
.breakerflow-trial-panel p { margin: 4px 0; }
.breakerflow-trial-samples { margin: 8px 0; }
.breakerflow-trial-samples label { display: grid; grid-template-columns: 150px 150px 1fr; gap: 8px; align-items: center; width: auto; margin: 3px 0; }
.breakerflow-trial-samples label input { width: 100%; margin: 0; box-sizing: border-box; }
.breakerflow-trial-samples code, .breakerflow-trial-request code { padding: 0; border: 0; background: none; color: inherit; white-space: normal; overflow-wrap: anywhere; }
.breakerflow-trial-tree { list-style: none; margin: 0 0 0 16px; padding: 0; font-family: monospace; font-size: 0.95em; }
.breakerflow-trial-tree li { padding: 1px 0; overflow-wrap: anywhere; }
.breakerflow-trial-tree details { margin-left: -14px; }
.breakerflow-trial-tree summary { cursor: default; }
.breakerflow-trial-path { border: 0; background: none; padding: 0 6px 0 0; color: var(--red-ui-text-color-link, #0088cc); font: inherit; cursor: copy; }
.breakerflow-trial-path:hover, .breakerflow-trial-path:focus-visible { text-decoration: underline; }
.breakerflow-trial-string { color: var(--red-ui-text-color-code, inherit); }
.breakerflow-trial-request pre { margin: 2px 0 6px 16px; padding: 6px; white-space: pre-wrap; overflow-wrap: anywhere; color: inherit; background: var(--red-ui-secondary-background, #f7f7f7); border: 1px solid var(--red-ui-form-input-border-color, #ccc); font-size: 0.9em; }
`;
