import type { AnswerOf } from '../../catalog';
import type { Client } from '../../client';
import { defined } from '../../object';
import { heldByOverrideEvent } from '../write/read-back';
import { signalPart } from '../write/write-request';
import type { ChargerConfiguration } from './request';

/** Everything that determines what a charger does. */
export interface ChargerView {
  readonly configuration: ChargerConfiguration;
  readonly connected: boolean | undefined;
  readonly overrideEvent: boolean;
  /** What the charger reports and what controls it; each is absent when its read fails. */
  readonly state?: AnswerOf<'evse.state'>;
  readonly control?: AnswerOf<'evse.control'>;
}

/** Reads a charger's configuration, connection, state and override events. spec 2.11, 4.7 */
export async function readCharger(client: Client, deviceId: string, signal?: AbortSignal): Promise<ChargerView> {
  const path = { deviceId };
  const options = signalPart(signal);
  const orUndefined = async <T>(promise: Promise<{ readonly data: T }>): Promise<T | undefined> => {
    try {
      return (await promise).data;
    } catch (error) {
      if (signal?.aborted) throw error;
      return undefined;
    }
  };
  const [{ data: configuration }, connection, overrideEvent, state, control] = await Promise.all([
    client.call('evse.getConfiguration', { path }, options),
    orUndefined(client.call('device.isConnected', { path }, options)),
    heldByOverrideEvent(client, deviceId, signal),
    orUndefined(client.call('evse.state', { path }, options)),
    orUndefined(client.call('evse.control', { path }, options)),
  ]);
  return {
    configuration,
    connected: connection?.isConnected,
    overrideEvent,
    ...defined({ state, control }),
  };
}
