import type { ComesBack, LevelName, ManagerStatus, Phase } from '../automation';

/** A limit as it is now, in the unit of its manager. */
export interface ListedLimit {
  /** The name of a further limit; absent for the main one. */
  readonly group?: string;
  /** Absent for power. */
  readonly leg?: string;
  /** The last one that was known, where it is not live. */
  readonly total: number;
  readonly live: boolean;
  /** Absent: nothing is opened for it now. */
  readonly limit?: number;
}

/** Who claims what of a device. */
export interface DeviceClaim {
  /** The id of the node. */
  readonly by: string;
  /** The name of the node; absent where it has none. */
  readonly name?: string;
  /** A for a charger. `closed`: it may come back. */
  readonly to: 'open' | 'closed' | 'paused' | number;
  /** A sentence in the language of Node-RED. */
  readonly why?: string;
  /** Nothing is sent for it. */
  readonly dryRun: boolean;
  /** The node is gone, or manages the device no more. */
  readonly gone: boolean;
}

/** A load from the top of the list, which is kept longest. Times are ms from the answer on. */
export interface ListedLoad {
  readonly deviceId: string;
  /** Given by a person, or the serial number; absent: not known without asking the service. */
  readonly name?: string;
  readonly phase: Phase;
  readonly why?: string;
  /** A of its most loaded pole; absent: not read. */
  readonly drawsA?: number;
  /** Of a charger; 0 while paused. */
  readonly claimA?: number;
  readonly offForMs?: number;
  /** At the earliest, if it fits from now on. */
  readonly backInMs?: number;
  readonly comesBack: ComesBack;
  /** A person has to say yes first. */
  readonly waitsForOk: boolean;
  readonly manualForMs?: number;
  readonly opensToday: number;
  /** Opens for life. */
  readonly operations: number;
  /** It was opened 1,500 times within a year. */
  readonly worn: boolean;
  /** What others claim of it. */
  readonly others: readonly DeviceClaim[];
}

export interface ListedManager {
  /** The id of the node. */
  readonly id: string;
  readonly name?: string;
  readonly dryRun: boolean;
  /** Of totals and limits. */
  readonly unit: 'A' | 'W';
  readonly status: ManagerStatus;
  readonly level?: LevelName;
  /** How long a limit has been exceeded, or no total was known. */
  readonly forMs?: number;
  /** While paused for a time: what is left of it. */
  readonly pausedForMs?: number;
  readonly limits: readonly ListedLimit[];
  readonly loads: readonly ListedLoad[];
}

/** A device that only a person lets go: the nodes that held it are gone, or manage it no more. */
export interface HeldDevice {
  readonly deviceId: string;
  readonly name?: string;
  readonly kind: 'breaker' | 'charger';
  readonly by: readonly { readonly id: string; readonly name?: string }[];
  /** When a breaker was opened, epoch ms. */
  readonly since?: number;
}

/** The load managers of an account's service, whichever account they are of, and what is left by those that are gone. */
export interface ManagerList {
  readonly managers: readonly ListedManager[];
  readonly held: readonly HeldDevice[];
}

export const managerActions = ['allow', 'pause', 'resume'] as const;

/** `allow`: lets a load that waits for an OK come back when it fits. `pause`: for an hour. */
export type ManagerAction = (typeof managerActions)[number];

export interface ManagerQuestion {
  /** The id of the node. */
  readonly manager: string;
  readonly action: ManagerAction;
  /** The load to allow; empty otherwise. */
  readonly deviceId: string;
}
