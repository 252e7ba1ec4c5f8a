import type { Client } from '../../src/client';
import type { Clock } from '../../src/clock';
import type { DeviceRequest, WaveformOperator } from '../../src/control';
import { spelledByPhaseName, type Thresholds } from '../../src/device-settings';
import type { ConfigOf } from '../../src/fields';
import {
  type CaptureQuery,
  type CaptureRecord,
  latestCapture,
  readCapture,
  type Status,
  type Texts,
} from '../../src/runtime';
import { awaitCapture } from './await-capture';
import { resultOf } from './capture-result';
import type { fields } from './waveform-capture.fields';

type Result = Record<string, unknown>;
type Config = ConfigOf<typeof fields>;

interface CaptureWork {
  readonly config: Config;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly status: Status;
  readonly client: Client;
  readonly operator: WaveformOperator;
  readonly request: Omit<DeviceRequest, 'deviceId'> & { readonly signal: AbortSignal };
  readonly query: Omit<CaptureQuery, 'capturedAt'>;
  readonly waveformId: string;
  readonly thresholds: Thresholds;
  readonly seriesName: string;
}

export function waitMsOf({ action, waitSeconds }: Config): number {
  return action === 'wait' ? (waitSeconds ?? 300) * 1000 : 0;
}

/** Carries out the node's action on one device; `list` is handled apart. */
export function createCaptureWork(work: CaptureWork): (deviceId: string) => Promise<Result> {
  const { config, client, operator, request, query } = work;
  const { signal } = request;
  const shape = (deviceId: string, record: CaptureRecord) => resultOf(deviceId, record, { ...work, signal });
  const withSpelling = (thresholds: Thresholds) =>
    config.spelling === 'pA' ? spelledByPhaseName(thresholds) : { ...thresholds };

  return async (deviceId) => {
    switch (config.action) {
      case 'capture': {
        const made = await operator.capture({ ...request, deviceId });
        return made.outcome === 'dry-run' ? { deviceId, ...made } : shape(deviceId, made.record);
      }
      case 'get':
        return shape(deviceId, await readCapture(client, deviceId, work.waveformId, signal));
      case 'latest':
        return shape(deviceId, await latestCapture(client, deviceId, query, signal));
      case 'wait': {
        const { clock, status, texts } = work;
        const everyMs = (config.pollSeconds ?? 5) * 1000;
        const onRead = (leftMs: number) =>
          status.show('pending', texts('status.waiting', { seconds: Math.ceil(leftMs / 1000) }));
        const withinMs = waitMsOf(config);
        return shape(
          deviceId,
          await awaitCapture({ client, clock, deviceId, query, withinMs, everyMs, signal, onRead }),
        );
      }
      case 'setThresholds': {
        const { thresholds } = work;
        const result = await operator.setThresholds({ ...request, deviceId, thresholds });
        return { ...result, thresholds: withSpelling(result.thresholds) };
      }
      default: {
        const { data } = await client.call('waveformConfiguration.get', { path: { deviceId } }, { signal });
        return { deviceId, thresholds: withSpelling(data) };
      }
    }
  };
}
