export { circuitsOf, deployedCircuits, directoryOf, storeCircuits } from './account-directory';
export { type CircuitChange, changeCircuit, type EditedCircuit, editedCircuits } from './circuit-change';
export { type CircuitTable, createCircuitTable } from './circuit-table';
export { circuitText } from './circuit-texts';
export { moveQuestion } from './move-question';
export { type NodeUse, nodesUsing } from './node-uses';
export { createPendingMoves, type PendingMoves } from './pending-moves';
export { deviceText, placedDevices, type TableDevice } from './table-device';
