export { circuitReading } from './circuit-reading';
export {
  type AgeBounds,
  ageBounds,
  agedReading,
  type CircuitReading,
  type CircuitState,
  type CircuitStateName,
  effectiveState,
  type HandleReading,
  stateKey,
} from './effective-state';
