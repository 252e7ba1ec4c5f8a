export { showAssumptionTable } from './assumption-table.editor';
