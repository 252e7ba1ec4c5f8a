export { addCircuits } from './add-circuits';
export {
  type Circuit,
  type CircuitField,
  circuitFields,
  type KnownDevice,
  type Leg,
  legs,
  ratedMaxA,
  textMax,
} from './circuit';
export { type CsvProblem, type CsvRule, circuitsFromCsv, circuitsToCsv } from './circuit-csv';
export { type CircuitDirectory, createCircuitDirectory, emptyDirectory, type Resolution } from './circuit-directory';
export { type CircuitProblem, type CircuitRule, circuitProblems, problemPath } from './circuit-problems';
export { defaultName } from './default-name';
export { type CircuitDifferences, circuitDifferences, type MovedName } from './differences';
export { type DeviceVoltages, type FoundLeg, findLegs, type LegDoubt, type LegProposal } from './find-legs';
export { isKnownHardware, mayBe } from './hardware';
export { legsAsEntered } from './legs-as-entered';
export { idKey, nameKey } from './name-key';
export { type CalledDevice, namedDevice } from './named-device';
export { replaceDevice } from './replace-device';
export { type VoltageSample, voltageSteps } from './voltage-series';
