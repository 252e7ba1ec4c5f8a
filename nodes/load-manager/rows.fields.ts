import type { Day } from '../../src/charging';

/** A stretch of the week with a limit of its own, in the unit of the dialog. */
export interface TimeRow {
  readonly days: readonly Day[];
  /** `HHMM`; `to` may lie on the next day. */
  readonly from: string;
  readonly to: string;
  readonly limit: number | '';
}

/** A on one leg that no meter sees, by leg. */
export const notMeasuredFields = { A: 'notMeasuredA', B: 'notMeasuredB', C: 'notMeasuredC' } as const;

export const groupTotals = ['location', 'meter'] as const;

/** A further limit, such as that of a sub panel or a garage. */
export interface GroupRow {
  readonly name: string;
  /** In the unit of the dialog. */
  readonly limit: number | '';
  readonly of: (typeof groupTotals)[number];
  readonly location?: string;
  readonly notMeasuredA?: number | '';
  readonly notMeasuredB?: number | '';
  readonly notMeasuredC?: number | '';
  /** The id of a breaker that carries all. */
  readonly meter?: string;
  /** The ids of the loads behind the breaker. */
  readonly loads?: readonly string[];
}

export const levelNames = ['moderate', 'high', 'emergency', 'dim'] as const;

/** What a level asks for; `limit` and `floor` in the unit of the dialog, `open` as device ids. */
export interface LevelRow {
  readonly level: (typeof levelNames)[number];
  readonly limit?: number | '';
  readonly floor?: number | '';
  readonly open?: readonly string[];
}

export const comesBackNames = ['by-itself', 'after-ok', 'never'] as const;
export const legNames = ['', 'A', 'B', 'C', 'AB', 'AC', 'BC', 'ABC'] as const;

/** A load; a number that is empty follows from its type, or from the dialog. */
export interface LoadRow {
  readonly deviceId: string;
  readonly serialNumber?: string;
  readonly kind: 'breaker' | 'charger';
  /** Empty: as the circuit directory says. */
  readonly leg?: (typeof legNames)[number];
  readonly sameRank?: boolean;
  /** s */
  readonly leastOn?: number | '';
  /** s */
  readonly rest?: number | '';
  /** h */
  readonly longestOff?: number | '';
  readonly opensADay?: number | '';
  readonly comesBack?: (typeof comesBackNames)[number];
  /** A */
  readonly leastA?: number | '';
  readonly mostA?: number | '';
  readonly pauseAllowed?: boolean;
  /** Its type is one that is switched only where a person has said so. */
  readonly critical?: boolean;
  /** Opened after so many minutes below `idleBelow` A; empty: never for that. */
  readonly idleAfter?: number | '';
  readonly idleBelow?: number | '';
  readonly idleFrom?: string;
  readonly idleTo?: string;
}

/** The bounds of the numbers of a load row. */
export const loadBounds = {
  leastOn: { min: 0, max: 86_400, unit: 's' },
  rest: { min: 0, max: 86_400, unit: 's' },
  longestOff: { min: 0.1, max: 168, unit: 'h' },
  opensADay: { min: 1, max: 50, unit: '' },
  leastA: { min: 6, max: 80, unit: 'A' },
  mostA: { min: 6, max: 80, unit: 'A' },
  idleAfter: { min: 1, max: 1440, unit: 'min' },
  idleBelow: { min: 0.05, max: 5, unit: 'A' },
} as const satisfies Partial<Record<keyof LoadRow, { min: number; max: number; unit: string }>>;
export type LoadNumber = keyof typeof loadBounds;
