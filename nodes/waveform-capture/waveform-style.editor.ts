import { addDialogStyle } from '../../src/editor';

/** Colours follow Node-RED's theme. */
const css = `
#breakerflow-waveform-safety[hidden], #breakerflow-waveform[hidden] { display: none; }
.breakerflow-row[data-field="thresholds"] > label { display: block; width: auto; }
.breakerflow-thresholds { border-collapse: collapse; color: var(--red-ui-primary-text-color, #333); }
.breakerflow-thresholds th { font-weight: normal; text-align: left; padding: 1px 10px 1px 0; }
.breakerflow-thresholds td { padding: 1px 8px 1px 0; white-space: nowrap; }
.breakerflow-thresholds .breakerflow-event > * { border-top: 1px solid var(--red-ui-secondary-border-color, #ddd); padding-top: 4px; }
.form-row .breakerflow-thresholds input[type=number] { width: 84px; margin: 0; }
.form-row .breakerflow-thresholds select { width: 132px; margin: 0; }
`;

export function addWaveformStyle(): void {
  addDialogStyle('waveform-capture', css);
}
