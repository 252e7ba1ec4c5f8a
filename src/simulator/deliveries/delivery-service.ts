import type { Clock } from '../../clock';
import type { ServiceState } from '../service-state';
import type { DeliveryFaultPlan } from './delivery-faults';
import type { Gates } from './gates';
import type { LoggedDelivery } from './logged-delivery';
import type { DeliveryTransport } from './transport';

/** What every kind of delivery stands on. */
export interface DeliveryService {
  readonly state: ServiceState;
  /** Reports, and faults that delay. */
  readonly clock: Clock;
  /** The time that receivers live in: dates of signatures, waits for answers and between attempts. */
  readonly transportClock: Clock;
  readonly transport: DeliveryTransport;
  readonly gates: Gates;
  /** The next turn of the event loop that no other delivery has taken. */
  turn(): Promise<void>;
  readonly faults: DeliveryFaultPlan;
  log(entry: LoggedDelivery): void;
  /** Deliveries were dropped because too many waited, or were left out of time that was missed. */
  dropped(count: number): void;
  /** The health of a stream is another one. */
  changed(): void;
  /** Does what is due; false while missed time is made up, whose end is told by a refresh. */
  isUpToDate(): boolean;
  onError(error: Error): void;
}
