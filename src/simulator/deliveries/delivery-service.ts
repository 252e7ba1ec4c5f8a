import type { Clock } from '../../clock';
import type { ServiceState } from '../service-state';
import type { Variation } from '../variants';
import type { DeliveryFaultPlan } from './delivery-faults';
import type { LoggedDelivery } from './logged-delivery';
import type { TargetSemaphores } from './target-semaphores';
import type { DeliveryTransport } from './transport';

/** What the deliveries to streams and to webhooks both use. */
export interface DeliveryService {
  readonly state: ServiceState;
  readonly variation: Variation;
  /** The clock for reports and for the delays of faults. */
  readonly clock: Clock;
  /** The clock of the receivers: for dates of signatures, deadlines of answers and waits between attempts. */
  readonly transportClock: Clock;
  readonly transport: DeliveryTransport;
  readonly semaphores: TargetSemaphores;
  /** Waits for a turn of the event loop that no other delivery uses. */
  nextTurn(): Promise<void>;
  readonly faults: DeliveryFaultPlan;
  log(entry: LoggedDelivery): void;
  /** Deliveries were dropped because too many waited, or were left out of time that was missed. */
  dropped(count: number): void;
  /** The health of a stream has changed. */
  changed(): void;
  /** Does what is due. False while missed time is simulated; `refresh` is called when that has ended. */
  isUpToDate(): boolean;
  onError(error: Error): void;
}
