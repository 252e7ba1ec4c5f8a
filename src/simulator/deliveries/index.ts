export { createDeliveries, type Deliveries, type DeliveryControls, type DeliveryOptions } from './deliveries';
export type { DeliveryFaultEffect, DeliveryFaultKind, DeliveryKind } from './delivery-fault-kinds';
export { type DeliveryFault, type DeliveryFaults, type DeliveryMatch, deliveryFaultProblems } from './delivery-faults';
export { type DeliveryRoute, type DeliveryRoutes, isOrigin } from './delivery-routes';
export type { LoggedDelivery } from './logged-delivery';
export { initialHealth } from './stream-health';
export { streamService } from './stream-request';
