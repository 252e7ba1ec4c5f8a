import { type ChargeWindow, windowProblems } from './charge-window';
import { type Limit, limitRead } from './current-limit';
import { nextWindowChange, openWindow } from './open-window';

interface Restrictions {
  readonly maxCurrent?: number | undefined;
  readonly maxEnergy?: number | undefined;
}

/** A charger's configuration as it is read; every part may be missing. spec 2.11 */
export interface ConfigurationRead {
  readonly mode?: string | undefined;
  readonly configuration?:
    | {
        readonly apiConfiguration?:
          | { readonly enabled?: boolean | undefined; readonly restrictions?: Restrictions | undefined }
          | undefined;
        readonly windowConfiguration?: { readonly windows?: readonly unknown[] | undefined } | undefined;
        readonly offlineConfiguration?: { readonly mode?: string | undefined } | undefined;
        readonly manualOverrideConfiguration?: { readonly featureEnabled?: boolean | undefined } | undefined;
      }
    | undefined;
}

/** What decides besides the configuration. */
export interface ModeCircumstances {
  readonly atMs: number;
  /** The zone of the window times; the specification names none. */
  readonly timeZone: string;
  readonly connected?: boolean | undefined;
  readonly overrideEvent?: boolean | undefined;
}

/** Why a charger does what it does; each is the key of a text. */
export type ModeReason =
  | 'ocpp'
  | 'overrideEvent'
  | 'offlineFree'
  | 'offlineKeeps'
  | 'manualOverride'
  | 'manualOverridePossible'
  | 'free'
  | 'apiEnabled'
  | 'apiDisabled'
  | 'windowOpen'
  | 'windowClosed'
  | 'noWindows'
  | 'windowsUnreadable'
  | 'overrideEnable'
  | 'overrideDisable'
  | 'unknownMode';

/** What is in force, who decided it, and until when. */
export interface EffectiveMode {
  readonly mode: string | undefined;
  /** The first one decides; the others add to it. */
  readonly reasons: readonly ModeReason[];
  /** Whether the charger offers current; undefined when another system decides that. */
  readonly charging: boolean | undefined;
  readonly maxCurrent?: Limit;
  readonly maxEnergy?: Limit;
  /** Which window is open, by its index in the list. */
  readonly window?: number;
  /** When the windows change this next, epoch ms. */
  readonly changesAt?: number;
}

type Decision = Omit<EffectiveMode, 'mode' | 'reasons'> & { readonly reason: ModeReason };

const free = { charging: true, maxCurrent: 'no-limit', maxEnergy: 'no-limit' } as const;

/** The mode in force and why: OCPP, an override event, being offline, a person, or the configured mode. spec 2.11, 4.7 */
export function effectiveMode(read: ConfigurationRead, circumstances: ModeCircumstances): EffectiveMode {
  const { mode, configuration } = read;
  const { reason, ...decision } = decide(read, circumstances);
  const keepsOffline = circumstances.connected === false && reason !== 'offlineFree' && reason !== 'ocpp';
  const personMay = configuration?.manualOverrideConfiguration?.featureEnabled === true && reason !== 'manualOverride';
  return {
    mode,
    reasons: [
      reason,
      ...(keepsOffline ? (['offlineKeeps'] as const) : []),
      ...(personMay ? (['manualOverridePossible'] as const) : []),
    ],
    ...decision,
  };
}

function decide({ mode, configuration }: ConfigurationRead, circumstances: ModeCircumstances): Decision {
  if (mode === 'ocpp') return { reason: 'ocpp', charging: undefined };
  const freeOffline = configuration?.offlineConfiguration?.mode === 'no-restrictions';
  if (mode === 'offline-no-restrictions' || (circumstances.connected === false && freeOffline))
    return { reason: 'offlineFree', ...free };
  if (circumstances.overrideEvent === true) return { reason: 'overrideEvent', charging: undefined };
  switch (mode) {
    case 'manual-override':
      return { reason: 'manualOverride', ...free };
    case 'no-restrictions':
      return { reason: 'free', ...free };
    case 'api-override-enable':
      return { reason: 'overrideEnable', ...free };
    case 'api-override-disable':
      return { reason: 'overrideDisable', charging: false };
    case 'cloud-api': {
      const { enabled, restrictions } = configuration?.apiConfiguration ?? {};
      if (enabled !== true) return { reason: 'apiDisabled', charging: false };
      return { reason: 'apiEnabled', charging: true, ...limitsOf(restrictions) };
    }
    case 'charge-windows':
      return byWindows(configuration?.windowConfiguration?.windows ?? [], circumstances);
    default:
      return { reason: 'unknownMode', charging: undefined };
  }
}

function byWindows(read: readonly unknown[], { atMs, timeZone }: ModeCircumstances): Decision {
  if (read.length === 0) return { reason: 'noWindows', charging: false };
  if (windowProblems(read).length > 0) return { reason: 'windowsUnreadable', charging: undefined };
  const windows = read as readonly ChargeWindow[];
  const index = openWindow(windows, atMs, timeZone);
  const changesAt = nextWindowChange(windows, atMs, timeZone);
  const until = changesAt === undefined ? {} : { changesAt };
  const open = windows[index];
  if (open === undefined) return { reason: 'windowClosed', charging: false, ...until };
  return { reason: 'windowOpen', charging: true, ...limitsOf(open.restrictions), window: index, ...until };
}

function limitsOf(restrictions: Restrictions | undefined): { maxCurrent: Limit; maxEnergy: Limit } {
  return {
    maxCurrent: limitRead(restrictions?.maxCurrent) ?? 'no-limit',
    maxEnergy: limitRead(restrictions?.maxEnergy) ?? 'no-limit',
  };
}
