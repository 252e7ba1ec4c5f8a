export { createTrial } from '../../src/editor/trial';
export { showAssumptionTable } from './assumption-table.editor';
export { showProtectedLoads } from './protected-loads.editor';
