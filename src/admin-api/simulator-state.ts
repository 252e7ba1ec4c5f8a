import type { GridOperator } from './grid-operator';

export interface SimulatedDevice {
  readonly id: string;
  readonly label: string;
  readonly hardwareType: string;
  readonly online: boolean;
  readonly mainHandle: 'open' | 'closed';
  readonly remoteHandle: 'open' | 'closed';
  readonly load: string;
  /** What the load draws by its nameplate, A. */
  readonly loadRatedA: number;
  readonly pluggedIn: boolean;
}

/** The built-in simulator of an account. */
export interface SimulatorState {
  readonly nowMs: number;
  readonly speed: number;
  /** The voltage of the grid, in % of what it would be. */
  readonly supplyPercent: number;
  readonly faults: readonly { readonly kind: string }[];
  readonly devices: readonly SimulatedDevice[];
  readonly gridOperator: GridOperator;
}

/** One thing to do in the simulated site, such as `POST /clock` with `{ speed: 60 }`. */
export interface SimulatorControl {
  readonly control: string;
  readonly fields: object;
}
