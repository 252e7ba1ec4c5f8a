import { limits } from '../../catalog';
import type { HandlersOf } from '../handler';
import type { ServiceState } from '../service-state';

/** Only the number of organizations is documented; the others are the simulator's own. */
export const quotaLimits = { organizations: limits.organizationsPerApplication, devices: 1000, streams: 100 } as const;

const resourceTypes = ['organizations', 'devices', 'streams'] as const satisfies (keyof ServiceState &
  keyof typeof quotaLimits)[];

/** spec 4.9 */
export const resourceQuotas: HandlersOf<'resourceQuotas'> = {
  'resourceQuotas.list': (_, { state }) =>
    resourceTypes.map((resourceType) => ({
      resourceType,
      current: state[resourceType].length,
      limit: quotaLimits[resourceType],
      scope: 'application',
      scopeId: state.application.clientId,
    })),
};
