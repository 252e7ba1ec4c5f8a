import { addDialogStyle } from '../../src/editor';

/** Lines and texts follow Node-RED's theme; the colours of the phases are readable in light and dark themes. */
const css = `
.breakerflow-wavebar { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin: 4px 0; }
.form-row .breakerflow-wavebar select, .breakerflow-wavebar select { width: auto; max-width: 100%; min-width: 0; margin: 0; flex: 0 1 auto; }
#breakerflow-waveform [hidden] { display: none; }
.breakerflow-waveframe { border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; background: var(--red-ui-form-input-background, #fff); cursor: crosshair; touch-action: pan-y; overflow: hidden; }
.breakerflow-waveframe:focus { outline: 2px solid var(--red-ui-form-input-focus-color, #0088cc); outline-offset: 1px; }
.breakerflow-waveframe svg, .breakerflow-bars svg { display: block; }
.breakerflow-bars { border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; background: var(--red-ui-form-input-background, #fff); overflow: hidden; }
.breakerflow-wavevalues { min-height: 1.5em; padding: 2px 0; color: var(--red-ui-primary-text-color, #333); font-variant-numeric: tabular-nums; }
.breakerflow-wavespans { padding: 2px 0 6px; color: var(--red-ui-primary-text-color, #333); }
.breakerflow-tick { font-size: 11px; fill: var(--red-ui-primary-text-color, #333); }
.breakerflow-grid { stroke: var(--red-ui-secondary-border-color, #ddd); stroke-width: 1; shape-rendering: crispEdges; }
.breakerflow-curve { fill: none; stroke-width: 1.7; stroke-linejoin: round; }
.breakerflow-curve.breakerflow-p0 { stroke: #3b82c4; }
.breakerflow-curve.breakerflow-p1 { stroke: #c8741a; stroke-dasharray: 6 2; }
.breakerflow-bar.breakerflow-p0 { fill: #3b82c4; }
.breakerflow-bar.breakerflow-p1 { fill: #c8741a; }
.breakerflow-key { padding-left: 14px; margin-right: 10px; background-repeat: no-repeat; background-position: 0 50%; background-size: 10px 10px; }
.breakerflow-key.breakerflow-p0 { background-image: linear-gradient(#3b82c4, #3b82c4); }
.breakerflow-key.breakerflow-p1 { background-image: linear-gradient(#c8741a, #c8741a); }
.breakerflow-level { stroke-width: 1; stroke-dasharray: 2 3; }
.breakerflow-level.breakerflow-edited { stroke-width: 1.6; stroke-dasharray: 8 3; }
.breakerflow-level.breakerflow-overcurrent { stroke: #d1495b; }
.breakerflow-level.breakerflow-sag { stroke: #8d6bc7; }
.breakerflow-level.breakerflow-swell { stroke: #2f9e77; }
text.breakerflow-levelname, text.breakerflow-triggername { font-size: 11px; fill: var(--red-ui-primary-text-color, #333); stroke: var(--red-ui-form-input-background, #fff); stroke-width: 3px; stroke-dasharray: none; paint-order: stroke; }
.breakerflow-trigger { stroke: var(--red-ui-primary-text-color, #333); stroke-width: 1; stroke-dasharray: 3 3; }
.breakerflow-cursor { stroke: var(--red-ui-primary-text-color, #333); stroke-width: 1; opacity: 0.75; }
.breakerflow-table th { font-weight: normal; text-align: left; padding: 2px 8px 2px 0; vertical-align: top; color: var(--red-ui-primary-text-color, #333); }
.breakerflow-table.breakerflow-figures th[scope=col], .breakerflow-table.breakerflow-harmonics th[scope=col] { font-weight: 600; border-bottom: 1px solid var(--red-ui-secondary-border-color, #ddd); }
`;

export function addViewStyle(): void {
  addDialogStyle('waveform-capture', css);
}
