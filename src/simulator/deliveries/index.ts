export { createDeliveries, type Deliveries, type DeliveryControls, type DeliveryOptions } from './deliveries';
export {
  type DeliveryFault,
  type DeliveryFaultEffect,
  type DeliveryFaultKind,
  type DeliveryFaults,
  type DeliveryKind,
  type DeliveryMatch,
  deliveryFaultProblem,
} from './delivery-faults';
export { type DeliveryRoute, type DeliveryRoutes, isOrigin } from './delivery-routes';
export type { LoggedDelivery } from './logged-delivery';
export { initialHealth } from './stream-health';
export { streamService } from './stream-request';
