import type { ServiceState } from '../service-state';

/** What physics reads of the service besides the device: the seed of grid and weather, and the cars plugged in. */
export type World = Pick<ServiceState, 'seed' | 'plugSessions'>;
