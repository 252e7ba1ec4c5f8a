export { createTrial } from '../../src/editor/trial';
export { showAssumptionTable } from './assumption-table.editor';
