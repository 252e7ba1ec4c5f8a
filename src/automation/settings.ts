import type { DayTimes } from '../charging';

export type Leg = 'A' | 'B' | 'C';

/** `monotonicMs` for durations; `wallMs` (epoch) only for times of day and for what passes between two processes. */
export interface Now {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** `current`: A on each leg. `power`: W of the whole. `demand`: W as the average of a window. */
export type Quantity = 'current' | 'power' | 'demand';

export type LevelName = 'normal' | 'moderate' | 'high' | 'emergency' | 'dim';

/** A circuit of a sum. Without legs it counts on all of them. */
export interface SumCircuit {
  readonly deviceId: string;
  /** The leg of each of its poles, in the order of its readings. */
  readonly legs?: readonly Leg[];
  readonly feedsIn?: boolean;
  /** Taken for restoring while the circuit was never read. */
  readonly ratedA?: number;
}

/** Where the total of a group comes from. `notMeasured` is A a leg, in the order of `legs`. */
export type TotalOf =
  | { readonly kind: 'sum'; readonly circuits: readonly SumCircuit[]; readonly notMeasured: readonly number[] }
  | { readonly kind: 'meter'; readonly deviceId: string; readonly legs?: readonly Leg[] }
  | { readonly kind: 'message' };

/** One limit, such as that of the main, a sub panel or the garage. */
export interface GroupSettings {
  readonly id: string;
  /** A a leg, or W. */
  readonly limit: number;
  readonly of: TotalOf;
  /** The loads behind it; absent: all. */
  readonly loads?: readonly string[];
  readonly otherTimes?: readonly (DayTimes & { readonly limit: number })[];
}

/** What a level asks for. */
export interface LevelSettings {
  readonly limit?: number;
  /** The limit of the level is never below this. */
  readonly floor?: number;
  /** Opened while the level lasts, also when they draw nothing. */
  readonly open?: readonly string[];
}

export type ComesBack = 'by-itself' | 'after-ok' | 'never';

export interface LoadSettings {
  readonly deviceId: string;
  readonly kind: 'breaker' | 'charger';
  /** The leg of each of its poles; absent: not known. */
  readonly legs?: readonly Leg[];
  /** As important as the row above it: they take turns. */
  readonly sameRank?: boolean;
  readonly protected?: boolean;
  readonly feedsIn?: boolean;
  readonly loadType?: string;
  /** The user has ticked that a load of a critical type may be switched. */
  readonly criticalAllowed?: boolean;
  readonly leastOnMs: number;
  readonly restMs: number;
  readonly longestOffMs?: number;
  readonly opensADay: number;
  readonly comesBack: ComesBack;
  readonly leastA: number;
  readonly mostA: number;
  readonly pauseAllowed: boolean;
  readonly offWhenIdle?: { readonly afterMs: number; readonly belowA: number; readonly times?: readonly DayTimes[] };
}

export interface DemandSettings {
  readonly minutes: 15 | 30 | 60;
  /** The average that this month has cost already, W, below which nothing more is gained; absent: not known. */
  readonly monthHighest?: number;
  /** Of how many days of the month the tariff takes the highest average, and their mean. Absent: nothing measured counts. */
  readonly monthDays?: 1 | 3;
}

/** All that a manager is told by its dialog. Plain JSON; `managerSettings` fills in the defaults. */
export interface ManagerSettings {
  /** The id of the node. */
  readonly by: string;
  readonly quantity: Quantity;
  readonly legs: readonly Leg[];
  /** Volts of one leg to neutral. */
  readonly volts: number;
  readonly timeZone: string;
  /** The first is the whole; messages and levels set its limit. */
  readonly groups: readonly GroupSettings[];
  readonly demand?: DemandSettings;
  readonly levels: Readonly<Partial<Record<LevelName, LevelSettings>>>;
  /** A message may raise the limit up to this; absent: it can only lower it. */
  readonly highestFromMessages?: number;
  /** From the top, which is kept longest. */
  readonly loads: readonly LoadSettings[];
  /** How long a limit is exceeded before something is done. */
  readonly afterMs: number;
  readonly calmMs: number;
  /** The share of the limit that is to stay free when a load comes back. */
  readonly gap: number;
  readonly restoreSpacingMs: number;
  readonly fallbackA: number;
  readonly staleAlarmMs: number;
  /** How long a load that somebody switched is left alone; 0: until the limit is exceeded again. */
  readonly manualMs: number;
  readonly muteMs: number;
  readonly dryRun: boolean;
}

const defaults = {
  legs: ['A', 'B'] as readonly Leg[],
  volts: 120,
  timeZone: 'UTC',
  levels: {},
  afterMs: 20_000,
  calmMs: 300_000,
  gap: 0.1,
  restoreSpacingMs: 60_000,
  fallbackA: 6,
  staleAlarmMs: 600_000,
  manualMs: 7_200_000,
  muteMs: 5_000,
  dryRun: false,
};

export const loadDefaults = {
  leastOnMs: 0,
  restMs: 60_000,
  opensADay: 6,
  comesBack: 'by-itself' as ComesBack,
  leastA: 6,
  mostA: 32,
  pauseAllowed: true,
};

type Given<T, D extends keyof T> = Omit<T, D> & Partial<Pick<T, D>>;
export type GivenLoad = Given<LoadSettings, keyof typeof loadDefaults & keyof LoadSettings>;
export type GivenSettings = Omit<Given<ManagerSettings, keyof typeof defaults & keyof ManagerSettings>, 'loads'> & {
  readonly loads: readonly GivenLoad[];
};

export function managerSettings(given: GivenSettings): ManagerSettings {
  return { ...defaults, ...given, loads: given.loads.map((load) => ({ ...loadDefaults, ...load })) };
}
