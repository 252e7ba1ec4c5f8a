import type { Client } from '../../src/client';
import type { Clock } from '../../src/clock';
import type { DeviceRequest, WaveformOperator } from '../../src/control';
import { spelledByPhaseName, type Thresholds } from '../../src/device-settings';
import type { ConfigOf } from '../../src/fields';
import {
  type CaptureQuery,
  type CaptureRecord,
  latestCapture,
  type NamesOf,
  type NodeTeller,
  readCapture,
  type Status,
  type Texts,
} from '../../src/runtime';
import { awaitCapture } from './await-capture';
import { resultOf } from './capture-result';
import type english from './locales/en-US/waveform-capture.json';
import type { fields } from './waveform-capture.fields';

type Result = Record<string, unknown>;
type Config = ConfigOf<typeof fields>;

interface CaptureOptions {
  readonly config: Config;
  readonly texts: Texts;
  readonly text: NodeTeller<typeof english>['text'];
  readonly clock: Clock;
  readonly status: Status;
  readonly namesOf: NamesOf;
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

/** Runs the node's action on one device, except `list`, which the node handles itself. */
export function createCaptureTask(options: CaptureOptions): (deviceId: string) => Promise<Result> {
  const { config, client, operator, request, query } = options;
  const { signal } = request;
  const presentRecord = (deviceId: string, record: CaptureRecord) => resultOf(deviceId, record, { ...options, signal });
  const withSpelling = (thresholds: Thresholds) =>
    config.spelling === 'pA' ? spelledByPhaseName(thresholds) : { ...thresholds };

  return async (deviceId) => {
    switch (config.action) {
      case 'capture': {
        const captured = await operator.capture({ ...request, deviceId });
        return captured.outcome === 'dry-run' ? { deviceId, ...captured } : presentRecord(deviceId, captured.record);
      }
      case 'get':
        return presentRecord(deviceId, await readCapture(client, deviceId, options.waveformId, signal));
      case 'latest':
        return presentRecord(deviceId, await latestCapture(client, deviceId, query, signal));
      case 'wait': {
        const { clock, status, texts } = options;
        const everyMs = (config.pollSeconds ?? 5) * 1000;
        const onRead = (leftMs: number) =>
          status.show('pending', texts('status.waiting', { seconds: Math.ceil(leftMs / 1000) }));
        const withinMs = waitMsOf(config);
        return presentRecord(
          deviceId,
          await awaitCapture({ client, clock, deviceId, query, withinMs, everyMs, signal, onRead }),
        );
      }
      case 'setThresholds': {
        const { thresholds } = options;
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
