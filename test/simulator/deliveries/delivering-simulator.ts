import { createManualClock, type ManualClock } from '../../../src/clock';
import type { DeliveryOptions, SimulatorOptions } from '../../../src/simulator';
import { type RunningSimulator, startServedSimulator } from '../running-simulator';
import { type Receiver, until } from './receiver';

export const credential = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'stream-secret' };
export const streamHost = 'demo.example';

/** A simulator whose deliveries reach a receiver, and the time that the receiver lives in. */
export interface DeliveringSimulator extends RunningSimulator {
  readonly transportClock: ManualClock;
  /** Waits until so many deliveries were answered or have failed in all. */
  untilLogged(count: number): Promise<void>;
  /** Waits until an attempt, after one that failed, waits for its time. */
  untilRetry(dueMs: number): Promise<void>;
  /** Creates a webhook stream; `base` stands behind the host. */
  createStream(base?: string): Promise<string>;
  attach(deviceId: string, streamId: string): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: as the service answers it
  health(deviceStreamId: string): Promise<any>;
}

export async function startDelivering(
  receiver: Receiver,
  options: Partial<SimulatorOptions> & { readonly clock?: ManualClock; readonly deliveries?: DeliveryOptions } = {},
): Promise<DeliveringSimulator> {
  // An hour and a fraction from the simulated time: signatures live in this one.
  const transportClock = createManualClock(Date.UTC(2026, 0, 15, 13, 0, 0, 250));
  const running = await startServedSimulator({
    ...options,
    deliveries: {
      routes: [{ from: `https://${streamHost}`, to: receiver.origin }],
      transportClock,
      ...options.deliveries,
    },
  });
  const { simulator, call } = running;
  let streams = 0;
  return {
    ...running,
    transportClock,
    untilLogged: (count) => until(() => simulator.controls.deliveries.log.length >= count),
    untilRetry: (dueMs) => until(() => transportClock.nextTimerMs() === dueMs),
    async createStream(base = '') {
      streams += 1;
      const { json } = await call('application', 'POST', '/streams', {
        body: {
          description: `stream ${streams}`,
          format: 'webhook',
          webhookStreamConfig: {
            baseUrl: `https://${streamHost}${base}`,
            authType: 'aws-request-v4-signature',
            authCredentials: credential,
            validationPath: '/validate',
            publishPath: '/publish',
          },
        },
      });
      return json.data.id;
    },
    async attach(deviceId, streamId) {
      const { json } = await call('application', 'POST', '/deviceStreams', { body: { deviceId, streamId } });
      return json.data.id;
    },
    async health(deviceStreamId) {
      return (await call('application', 'GET', `/deviceStreams/${deviceStreamId}/status`)).json.data;
    },
  };
}
