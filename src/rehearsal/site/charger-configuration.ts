import type { AnswerOf } from '../../catalog';
import { defined } from '../../object';
import type { DescribedDevice } from '../../simulator';

type Configuration = AnswerOf<'evse.getConfiguration'>;

/** Modes that can be set; the others say what somebody else does with the charger. spec 2.11 */
const settable = ['no-restrictions', 'cloud-api', 'charge-windows', 'api-override-enable', 'api-override-disable'];

/** The configuration of a charger, as far as it can be set; `otherMode` is one that cannot. spec 2.11 */
export function describedConfiguration({ mode, configuration = {} }: Configuration): {
  readonly configuration: NonNullable<DescribedDevice['configuration']>;
  readonly otherMode?: string;
} {
  const { apiConfiguration, windowConfiguration, offlineConfiguration, manualOverrideConfiguration } = configuration;
  const isSettable = mode !== undefined && settable.includes(mode);
  const restrictions = (read: { maxCurrent?: number; maxEnergy?: number } = {}) => ({
    restrictions: { maxCurrent: read.maxCurrent ?? 0, maxEnergy: read.maxEnergy ?? 0 },
  });
  return {
    configuration: {
      ...(isSettable ? { mode } : {}),
      configuration: {
        apiConfiguration: {
          enabled: apiConfiguration?.enabled ?? true,
          ...restrictions(apiConfiguration?.restrictions),
        },
        windowConfiguration: {
          windows: (windowConfiguration?.windows ?? []).map(({ start, stop, restrictions: within }) => ({
            ...{ start: edge(start), stop: edge(stop) },
            ...(within === undefined ? {} : restrictions(within)),
          })),
        },
        ...(offlineConfiguration?.mode === undefined
          ? {}
          : { offlineConfiguration: { mode: offlineConfiguration.mode } }),
        manualOverrideConfiguration: { featureEnabled: manualOverrideConfiguration?.featureEnabled ?? false },
      },
    },
    ...(mode === undefined || isSettable ? {} : { otherMode: mode }),
  };
}

const edge = (read: { day?: string; time?: string } | undefined) => defined({ day: read?.day, time: read?.time });
