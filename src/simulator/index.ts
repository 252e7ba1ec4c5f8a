export type { Commissioning } from './commission-device';
export { ControlProblem } from './control-problem';
export { performControl } from './control-routes';
export type { Controls } from './controls';
export type { OrganizationCredentials, SimulatorCredentials } from './credentials';
export type {
  DeliveryControls,
  DeliveryFault,
  DeliveryFaultEffect,
  DeliveryFaultKind,
  DeliveryFaults,
  DeliveryKind,
  DeliveryMatch,
  DeliveryOptions,
  DeliveryRoute,
  DeliveryRoutes,
  LoggedDelivery,
} from './deliveries';
export { isOrigin } from './deliveries';
export type { Car, DeviceControls, PanelDevice } from './device-controls';
export type { FaultEffect, FaultKind } from './fault-kinds';
export type { FaultList } from './fault-plan';
export { type Fault, type FaultMatch, type Faults, faultProblems } from './faults';
export type {
  GridOperator,
  GridOperatorControls,
  NewOperatorEvent,
  OperatorDevice,
  OperatorEvent,
} from './grid-operator';
export { type GridOperatorField, GridOperatorProblem, type GridOperatorReason } from './grid-operator-problem';
export type { InProcessRequest, InProcessResult, InProcessTransport } from './in-process';
export { demoSite } from './initial-state';
export type { ListenOptions, Simulator, SimulatorOptions } from './interface';
export type { LoggedRequest } from './logged-request';
export { type ElectricalState, type Season, seasonDay, seasons, weekMinute } from './physics';
export type { SecondHouse } from './second-house';
export type { ServiceState as SimulatorSnapshot } from './service-state';
export { createSimulator } from './simulator';
export type { SimulatorEvent } from './simulator-event';
export {
  type DescribedDevice,
  type DescribedLocation,
  describeState,
  loadKinds,
  ratingsOfSku,
  type SiteDescription,
  type SiteFromOptions,
  type SiteGap,
  type SiteGapKind,
  siteFrom,
  siteProblems,
} from './site';
export type { Instant, LoadProfile, RecordedWeek, WeeklyVisit } from './state';
export { StateFileError } from './state-file';
export { checkVariants, VariantError, type VariantName, variantNames, variants } from './variants';
