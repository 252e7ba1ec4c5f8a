import { type Clock, systemClock } from '../../clock';
import { createBoundedList } from '../bounded-list';
import type { ServiceState } from '../service-state';
import type { SimulatorEvent } from '../simulator-event';
import type { Variation } from '../variants';
import { createDeliveryFaults, type DeliveryFaults } from './delivery-faults';
import { createDeliveryRoutes, type DeliveryRoute, type DeliveryRoutes } from './delivery-routes';
import type { LoggedDelivery } from './logged-delivery';
import { createStreamDeliveries } from './stream-deliveries';
import { createTargetSemaphores } from './target-semaphores';
import { createTransport } from './transport';
import { createTurns } from './turns';
import { createWebhookDeliveries } from './webhook-deliveries';

/** How the simulator calls the endpoints that were registered with it. */
export interface DeliveryOptions {
  /** Which hosts are called: those of this machine (the default), or any that somebody registered. */
  readonly reach?: 'loopback' | 'anywhere';
  /** Origins that are called at another address; they are called whatever `reach` says. */
  readonly routes?: readonly DeliveryRoute[];
  /** Accepts any certificate of a receiver on this machine; false by default. */
  readonly acceptSelfSigned?: boolean;
  /**
   * The clock of the receivers, however fast the simulated one runs: for the dates of signatures, the deadlines of
   * answers and the waits between attempts. The machine's clock by default.
   */
  readonly transportClock?: Clock;
}

/** What can be seen of deliveries, and done to them. */
export interface DeliveryControls {
  readonly faults: DeliveryFaults;
  readonly routes: DeliveryRoutes;
  /** The newest 1000 requests that were sent. */
  readonly log: readonly LoggedDelivery[];
  clearLog(): void;
  /** How many publishes and events were dropped because too many waited, or left out of time that was missed. */
  readonly dropped: number;
}

export interface Deliveries {
  readonly controls: DeliveryControls;
  /** The state has changed. */
  refresh(): void;
  hear(event: SimulatorEvent): void;
  /** Something that was due by itself has happened; more of it may follow before the next refresh. */
  note(event: SimulatorEvent): void;
  /** Cuts every connection and ends every timer. */
  close(): void;
}

export interface DeliveriesParts {
  readonly options: DeliveryOptions;
  readonly state: ServiceState;
  readonly variation: Variation;
  readonly clock: Clock;
  changed(): void;
  isUpToDate(): boolean;
  onError(error: Error): void;
}

/** To one origin. */
const maxRequestsAtOnce = 16;
const maxLogEntries = 1000;

/** Sends nothing, and has no timer, while nothing is registered. spec 6 */
export function createDeliveries(parts: DeliveriesParts): Deliveries {
  const { options, state, variation, clock, changed, isUpToDate, onError } = parts;
  const transportClock = options.transportClock ?? systemClock;
  const router = createDeliveryRoutes(options.routes ?? [], options.reach ?? 'loopback');
  const faults = createDeliveryFaults();
  const log = createBoundedList<LoggedDelivery>(maxLogEntries);
  const acceptSelfSigned = options.acceptSelfSigned ?? false;
  const transport = createTransport({ clock: transportClock, router, acceptSelfSigned });
  let dropped = 0;
  const service = {
    state,
    variation,
    clock,
    transportClock,
    transport,
    semaphores: createTargetSemaphores(maxRequestsAtOnce),
    nextTurn: createTurns(),
    faults,
    log: log.add,
    dropped(count: number) {
      dropped += count;
    },
    changed,
    isUpToDate,
    onError,
  };
  const streams = createStreamDeliveries(service);
  const webhooks = createWebhookDeliveries(service);

  return {
    controls: {
      faults,
      routes: router,
      log: log.entries,
      clearLog: log.clear,
      get dropped() {
        return dropped;
      },
    },
    refresh() {
      streams.refresh();
      webhooks.refresh();
    },
    hear(event) {
      streams.hear(event);
      webhooks.hear(event);
    },
    note(event) {
      streams.note(event);
      webhooks.hear(event);
    },
    close() {
      streams.close();
      webhooks.close();
      transport.close();
    },
  };
}
