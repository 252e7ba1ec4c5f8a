export type { CommandKind, Permit, QueueEntry } from './command';
export type { Reservation } from './reservations';
export type { SerialEntry } from './serial-queue';
export { createServiceQueue, type ServiceQueue, serviceQueue } from './service-queue';
