export type { Arrival } from './arrivals';
export type { CommandKind, Permit, QueueEntry } from './command';
export type { SerialEntry } from './serial-queue';
export { type ServiceQueue, serviceQueue } from './service-queue';
