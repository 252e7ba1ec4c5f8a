/** The part of the dialog that shows which circuits the node would operate. */
export { type CircuitView, createCircuitView } from './circuit-view.editor';
