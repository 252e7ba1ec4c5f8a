import type { DeliveryFaultKind, DeliveryKind } from './delivery-fault-kinds';

/** A request that the simulator sent to a customer's endpoint. */
export interface LoggedDelivery {
  readonly delivery: DeliveryKind;
  /** When its answer came, on the simulator's clock. */
  readonly at: number;
  /** As registered. */
  readonly url: string;
  /** Of validations and publishes. */
  readonly deviceId?: string;
  /** Of publishes: the same for every attempt. */
  readonly transactionId?: string;
  /** Counted from 1. */
  readonly attempt: number;
  readonly delivered: boolean;
  /** The status of the answer; without one 501 (not sent), 503 (not reached) or 504 (no answer in time). */
  readonly code: number;
  readonly message: string;
  readonly fault?: DeliveryFaultKind;
}
