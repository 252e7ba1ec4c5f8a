/** The parts of the dialog that only some actions show. */
export { type CaptureView, createCaptureView } from './capture-view.editor';
export { createThresholdTable, type ThresholdTable } from './threshold-table.editor';
