import { type Client, ClientError, type QueueEntry, type Reservation } from '../../client';
import { refusedDevice } from '../interlocks/refusal';
import { signalPart } from '../write/write-request';
import type { BatchBody } from './batch-body';
import { batchRefusal } from './devices';

interface EntryOptions {
  readonly kind: 'open' | 'close';
  readonly reservation: Reservation;
  /** Monotonic ms. */
  readonly expiresAtMs: number;
  readonly signal?: AbortSignal;
}

/** The entries of one batch in the queues of all its devices; it must `leave` in the end. */
export interface EnteredDevices {
  /** Resolves when the batch is next at each of its devices. */
  ready(): Promise<void>;
  /** Settles with `checks`, unless a newer command to one of the devices replaces the batch first. */
  unlessEnded(checks: Promise<void>): Promise<void>;
  /** Counts the batch as a command to each device. Call it when the batch is sent. */
  begin(nowMs: number): void;
  leave(): void;
}

/** Enters a batch that runs at once. Throws one refusal with every device whose queue refuses the batch. */
export function enterDevices(client: Client, order: BatchBody, options: EntryOptions): EnteredDevices {
  const { kind, reservation, expiresAtMs, signal } = options;
  const entries: QueueEntry[] = [];
  const refused: { readonly index: number; readonly deviceId: string; readonly error: ClientError }[] = [];
  const leave = () => {
    for (const entry of entries) entry.leave();
  };
  for (const [index, deviceId] of (order.deviceIds ?? []).entries())
    try {
      entries.push(client.enter({ deviceId, kind, expiresAtMs, reservation, ...signalPart(signal) }));
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      refused.push({ index, deviceId, error });
    }
  reservation.release();
  const [first] = refused;
  if (first !== undefined) {
    leave();
    const problems = refused.map(({ index, deviceId, error }) => refusedDevice(`deviceIds[${index}]`, deviceId, error));
    throw batchRefusal(first.error.code, order, problems);
  }
  return {
    ready: async () => {
      await Promise.all(entries.map((entry) => entry.ready()));
    },
    unlessEnded: async (checks) => {
      await Promise.all(entries.map((entry) => entry.unlessEnded(checks)));
    },
    begin(nowMs) {
      for (const permit of entries.map((entry) => entry.begin())) permit.sent(nowMs);
    },
    leave,
  };
}
