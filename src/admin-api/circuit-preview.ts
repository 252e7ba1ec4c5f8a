import type { CircuitStateName, HandleReading } from '../circuit';
import type { LeftOutReason, ScenePosition } from '../scene';
import type { SiteDevice } from './site';

/** Which circuits a dialog that is being filled in would operate. */
export interface CircuitQuestion {
  /** The devices that were picked; absent: all at or below the location, or those that the scene remembers. */
  readonly deviceIds?: readonly string[];
  readonly location?: string;
  readonly except: readonly string[];
  /** The ceiling of the node; absent: that of the account. */
  readonly maxDevices?: number;
  /** Asks what setting or restoring it would change now, which reads each circuit. */
  readonly scene?: { readonly name: string; readonly do: 'set' | 'restore'; readonly to: ScenePosition };
}

/** One circuit of the answer. */
export interface PreviewedCircuit extends SiteDevice {
  /** Why it would not be commanded. */
  readonly leftOut?: LeftOutReason;
  /** What would be done; `confirm`: a person would be asked first, `unread`: it cannot be read. */
  readonly would?: 'open' | 'close' | 'nothing' | 'confirm' | 'unread';
  readonly position?: HandleReading;
  readonly state?: CircuitStateName;
}

/** The circuits that a node would operate, and those that it would leave out. */
export interface CircuitPreview {
  readonly circuits: readonly PreviewedCircuit[];
  /** How many circuits there are, listed or not, without those that are left out. */
  readonly count: number;
  /** The ceiling, where there are more circuits than that: a command would be refused. */
  readonly above?: number;
}
