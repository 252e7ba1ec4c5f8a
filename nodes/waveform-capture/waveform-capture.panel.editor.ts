/** The parts of the dialog that only some actions show; `load-panel` loads them. */
export { type CaptureView, createCaptureView } from './capture-view.editor';
export { createThresholdTable, type ThresholdTable } from './threshold-table.editor';
