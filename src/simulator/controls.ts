import type { AcceleratedClock, Clock } from '../clock';
import { ControlProblem } from './control-problem';
import type { OrganizationCredentials } from './credentials';
import type { DeliveryControls } from './deliveries';
import type { DeviceControls } from './device-controls';
import type { Faults } from './faults';
import type { GridOperatorControls } from './grid-operator';
import type { LoggedRequest } from './logged-request';
import type { SecondHouse } from './second-house';
import type { SimulatorEvent } from './simulator-event';
import type { SiteDescription } from './site';

/** The test and panel interface: what happens by other means than the service's operations. */
export interface Controls extends DeviceControls {
  /** The voltage of the grid from now on, in % of what it would be. Throws a {@link ControlProblem} outside of 20 to 150. */
  setSupply(percent: number): void;
  supplyPercent(): number;
  verifyUser(email: string): void;
  acceptInviteCode(code: string, email: string): void;
  /** The house as it is now, as plain data without a secret. */
  describe(): SiteDescription;
  /** Another party of the service, made at the first call. Throws a {@link ControlProblem} when no more can be made. */
  organization(name: string): OrganizationCredentials;
  /** Another organization with a house and devices of its own, made at the first call. Throws a {@link ControlProblem} too. */
  secondHouse(): SecondHouse;
  /** The organization with which the house shares devices. */
  readonly gridOperator: GridOperatorControls;
  readonly faults: Faults;
  /** The newest 1000 requests. */
  readonly requests: readonly LoggedRequest[];
  clearRequests(): void;
  /** The newest 1000 events. */
  readonly events: readonly SimulatorEvent[];
  /** What the simulator sends to registered webhooks and streams. */
  readonly deliveries: DeliveryControls;
  /** Returns what ends it. The listener must not throw. */
  onEvent(listener: (event: SimulatorEvent) => void): () => void;
  /** The simulated time, epoch milliseconds. */
  now(): number;
  readonly clock: {
    speed(): number;
    /** Throws a {@link ControlProblem} unless the simulator was given an accelerated clock. */
    setSpeed(speed: number): void;
  };
}

function isAccelerated(clock: Clock): clock is AcceleratedClock {
  return 'setSpeed' in clock;
}

export function speedControl(given: Clock): Controls['clock'] {
  return {
    speed: () => (isAccelerated(given) ? given.speed() : 1),
    setSpeed(speed) {
      if (!isAccelerated(given)) throw new ControlProblem(409, 'The speed of this clock cannot be changed');
      if (!(speed > 0 && speed <= 100_000)) throw new ControlProblem(400, 'speed must be above 0 and at most 100000');
      given.setSpeed(speed);
    },
  };
}
