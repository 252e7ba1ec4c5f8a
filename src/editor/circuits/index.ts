export type { TableDevice } from './circuit-row';
export { type CircuitTable, createCircuitTable } from './circuit-table';
export { createPendingMoves, type PendingMoves } from './pending-moves';
