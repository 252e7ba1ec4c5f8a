import { evseReadOnlyModes } from '../../catalog';
import { windowsText } from '../../charging';
import type { ChargerChange, ChargerConfiguration } from './request';

type ConfigurationParts = NonNullable<ChargerChange['configuration']>;
type Windows = NonNullable<ConfigurationParts['windowConfiguration']>['windows'];

const windowsPath = 'configuration.windowConfiguration.windows';

/** The fields of a change in which one charger differs. */
export interface Difference {
  /** Empty when nothing has to be sent. */
  readonly change: ChargerChange;
  readonly paths: readonly string[];
}

/**
 * The fields of a change in which a charger differs. Only these are sent: the service refuses a whole configuration
 * with a mode that cannot be set, and it would undo the changes of other clients. `within`: only these paths count.
 * spec 4.7
 */
export function differenceOf(
  read: ChargerConfiguration,
  wanted: ChargerChange,
  within?: ReadonlySet<string>,
): Difference {
  const paths: string[] = [];
  const has = read.configuration ?? {};
  const wants = wanted.configuration ?? {};
  /** The wanted value if it differs from the current one. */
  const differing = <T>(path: string, value: T | undefined, current: unknown, equal = Object.is): T | undefined => {
    if (value === undefined || equal(value, current) || within?.has(path) === false) return undefined;
    paths.push(path);
    return value;
  };

  const mode = differing('mode', wanted.mode, read.mode);
  const api = wants.apiConfiguration;
  const hasApi = has.apiConfiguration;
  const at = 'configuration.apiConfiguration';
  const enabled = differing(`${at}.enabled`, api?.enabled, hasApi?.enabled);
  const restrictions = definedParts({
    maxCurrent: differing(
      `${at}.restrictions.maxCurrent`,
      api?.restrictions?.maxCurrent,
      hasApi?.restrictions?.maxCurrent,
    ),
    maxEnergy: differing(`${at}.restrictions.maxEnergy`, api?.restrictions?.maxEnergy, hasApi?.restrictions?.maxEnergy),
  });
  // The list is replaced as a whole. spec 4.7
  const windows = differing<Windows>(
    windowsPath,
    wants.windowConfiguration?.windows,
    has.windowConfiguration?.windows,
    (one, other) => windowsText(one) === windowsText(other),
  );
  const offline = differing(
    'configuration.offlineConfiguration.mode',
    wants.offlineConfiguration?.mode,
    has.offlineConfiguration?.mode,
  );
  const featureEnabled = differing(
    'configuration.manualOverrideConfiguration.featureEnabled',
    wants.manualOverrideConfiguration?.featureEnabled,
    has.manualOverrideConfiguration?.featureEnabled,
  );

  const apiConfiguration = definedParts({ enabled, restrictions });
  const configuration = definedParts({
    apiConfiguration,
    windowConfiguration: windows === undefined ? undefined : { windows },
    offlineConfiguration: offline === undefined ? undefined : { mode: offline },
    manualOverrideConfiguration: featureEnabled === undefined ? undefined : { featureEnabled },
  });
  return { change: definedParts({ mode, configuration }) ?? {}, paths };
}

/** Every path of a change, whatever the charger has. */
export function pathsOf(change: ChargerChange): readonly string[] {
  const { paths } = differenceOf({ configuration: {} }, change);
  // An empty list differs from no list only here: it replaces all windows.
  const replacesAll = change.configuration?.windowConfiguration?.windows?.length === 0;
  return replacesAll ? [...paths, windowsPath] : paths;
}

/** Whether a mode is in force that hides the one that was set. */
export function hidesMode(mode: string | undefined): boolean {
  return (evseReadOnlyModes as readonly unknown[]).includes(mode);
}

/** The defined parts; undefined when there is none. */
function definedParts<T extends object>(parts: T): { [K in keyof T]?: Exclude<T[K], undefined> } | undefined {
  const entries = Object.entries(parts).filter(([, value]) => value !== undefined);
  return entries.length === 0
    ? undefined
    : (Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> });
}
