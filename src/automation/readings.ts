import type { HandleReading } from '../circuit';

/** The newest reading of one meter. The same reading may be passed again with every step. */
export interface MeterReading {
  /** Rises with each reading: its `ts`, or a sequence number. */
  readonly sequence: number;
  /** A of each pole, without sign. spec 2.5 */
  readonly amperes: readonly number[];
  /** How old it was when it arrived, by the service's clock. */
  readonly delayMs?: number;
  /** Counters in Wh, of the meter or of each pole. */
  readonly deliveredWh?: number | readonly number[];
  readonly generatedWh?: number | readonly number[];
}

/** The newest total of a group from a message: A a leg, or W; feed-in is negative. */
export interface TotalReading {
  readonly sequence: number;
  readonly values: readonly number[];
  readonly delayMs?: number;
  /** Counter of the energy of the group, Wh, for a demand window. */
  readonly energyWh?: number;
}

/** The service's clock, between which an opening happened. */
export interface ServiceSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The newest positions of a circuit. */
export interface CircuitReading {
  /** When the read began, monotonic. */
  readonly readAtMs: number;
  /** The service's clock at the read. */
  readonly serviceMs?: number;
  readonly remoteHandle: HandleReading;
  readonly mainHandle: HandleReading;
  readonly connected?: boolean;
  readonly heldByEvent?: boolean;
  readonly locked?: boolean;
  /** Other managers that hold it open through the arbiter, and when it was opened for them. */
  readonly fellows?: { readonly nodes: readonly string[]; readonly opened?: ServiceSpan };
}

/** The newest setting of a charger. */
export interface ChargerReading {
  readonly readAtMs: number;
  readonly connected?: boolean;
  /** A; `no-limit` and `paused` in words, because 0 A means no limit at the service. spec 2.11 */
  readonly setting?: number | 'no-limit' | 'paused';
  /** Changes with anything that decides whether a change is refused: mode, OCPP, event. */
  readonly configuration?: string;
  /** While it is offline it offers all it has, whatever it is limited to. */
  readonly freeOffline?: boolean;
}

/**
 * How a claim was carried out. `unchanged`: the device was so already, nothing was sent. `refused`: a 400, which stays so
 * until the configuration changes. `waiting`: a close that was not sent, because another manager holds the breaker open, or
 * another load has just come back; told at each step until it is sent.
 */
export type Outcome =
  | 'confirmed'
  | 'accepted'
  | 'unknown'
  | 'deferred'
  | 'unchanged'
  | 'waiting'
  | 'refused'
  | 'error'
  | 'locked'
  | 'confirmation-needed';

export interface Answer {
  readonly deviceId: string;
  readonly action: number;
  readonly outcome: Outcome;
  /**
   * The service's clock when the command was sent and when it was answered; absent: its clock is not known. Of an open that was
   * `unchanged`: when it was opened for another manager.
   */
  readonly sent?: ServiceSpan;
  /** What a charger was set to; lower than its claim where it was set lower before. */
  readonly set?: ChargerReading['setting'];
  /** Why, for people. */
  readonly detail?: string;
}

/** A movement in one of the two handle histories; `ours` is false where the record of commands knows that it is not. */
export interface Movement {
  readonly handle: 'remote' | 'main';
  readonly to: HandleReading;
  readonly atMs: number;
  readonly ours?: boolean;
}

/** What was read of a circuit right before it is to come back. */
export interface Look {
  readonly deviceId: string;
  readonly action: number;
  /** Absent: it could not be read. */
  readonly movements?: readonly Movement[];
  readonly heldByEvent: boolean;
}

export type ManagerMessage =
  | { readonly kind: 'limit'; readonly value: number | 'none-allowed'; readonly forMs?: number }
  | {
      readonly kind: 'level';
      readonly level: 'normal' | 'moderate' | 'high' | 'emergency' | 'dim';
      readonly forMs?: number;
    }
  | { readonly kind: 'pause'; readonly forMs?: number }
  | { readonly kind: 'resume' }
  | { readonly kind: 'restore' }
  | { readonly kind: 'allow'; readonly deviceId: string };

/** All that is known at a step: the newest readings, and what has happened since the step before. */
export interface Readings {
  readonly meters: Readonly<Record<string, MeterReading>>;
  /** By the id of the group. */
  readonly totals?: Readonly<Record<string, TotalReading>>;
  readonly circuits: Readonly<Record<string, CircuitReading>>;
  readonly chargers?: Readonly<Record<string, ChargerReading>>;
  readonly answers?: readonly Answer[];
  readonly looks?: readonly Look[];
  readonly messages?: readonly ManagerMessage[];
}
