import type { Clock } from '../../clock';
import type { ServiceState } from '../service-state';
import type { DeliveryFaultPlan } from './delivery-faults';
import type { Gates } from './gates';
import type { LoggedDelivery } from './logged-delivery';
import type { Transport } from './transport';

/** What every kind of delivery stands on. */
export interface DeliveryService {
  readonly state: ServiceState;
  /** Reports, retries and back-off. */
  readonly clock: Clock;
  /** The time that receivers live in: dates of signatures. */
  readonly transportClock: Clock;
  readonly transport: Transport;
  readonly gates: Gates;
  readonly faults: DeliveryFaultPlan;
  log(entry: LoggedDelivery): void;
  /** A delivery was dropped because too many waited. */
  dropped(): void;
  /** The health of a stream is another one. */
  changed(): void;
  onError(error: Error): void;
}
