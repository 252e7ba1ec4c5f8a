export { type Difference, type DifferenceKind, differenceKinds, type OfferedSetting } from './difference';
export { createProbe, type Probe, type ProbeOptions } from './probe';
export type { ReadOperationId } from './reads';
export type { CountedDifference, ProbedOperation, ProbeReport, ProbeResult } from './report';
