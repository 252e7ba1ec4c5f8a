import type { ServiceState } from '../service-state';

/** What physics reads of the service besides the device: the seed of grid and weather, the cars plugged in, and brown-outs. */
export type World = Pick<ServiceState, 'seed' | 'plugSessions' | 'supply'>;
