import type { AnswerOf, InputOf, ItemOf } from '../../catalog';
import { type Client, ClientError } from '../../client';
import { defined } from '../../object';
import { problem } from '../../schema';
import { invalidInput } from '../node/invalid-input';

/** A capture in a list, with the device it is of. */
export type CaptureSummary = ItemOf<'waveforms.list'> & { readonly deviceId: string };
export type CaptureRecord = AnswerOf<'waveforms.get'>;

/** Which captures of a device are meant. spec 4.3 */
export interface CaptureQuery {
  /** Any text; absent: any trigger. */
  readonly trigger?: string;
  /** The service filters by trigger and time only: the kind is filtered here. */
  readonly type?: 'waveform' | 'fastRMS';
  readonly capturedAt?: { readonly eq?: string; readonly ge?: string; readonly le?: string };
}

/** The captures of a device that match the query, the newest first. */
export async function listCaptures(
  client: Client,
  deviceId: string,
  { trigger, type, capturedAt }: CaptureQuery,
  signal?: AbortSignal,
): Promise<CaptureSummary[]> {
  const filter = {
    ...defined({ trigger, capturedAt }),
  };
  const input: InputOf<'waveforms.list'> = {
    path: { deviceId },
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  };
  const data = await client.list('waveforms.list', input, signal === undefined ? {} : { signal });
  return data
    .filter((capture) => type === undefined || capture.type === type)
    .map((capture) => ({ ...capture, deviceId }))
    .sort((one, other) => timeOf(other) - timeOf(one));
}

/** When a capture was made, epoch ms; one without a time is older than all others. */
export function timeOf({ capturedAt }: { readonly capturedAt?: string }): number {
  const ms = capturedAt === undefined ? Number.NaN : Date.parse(capturedAt);
  return Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms;
}

export async function readCapture(
  client: Client,
  deviceId: string,
  waveformId: string,
  signal?: AbortSignal,
): Promise<CaptureRecord> {
  const options = signal === undefined ? {} : { signal };
  return (await client.call('waveforms.get', { path: { deviceId, waveformId } }, options)).data;
}

/** The newest capture that matches the query, with its samples. */
export async function latestCapture(
  client: Client,
  deviceId: string,
  query: CaptureQuery,
  signal?: AbortSignal,
): Promise<CaptureRecord> {
  const [newest] = await listCaptures(client, deviceId, query, signal);
  if (newest === undefined)
    throw new ClientError('NOT_FOUND', `${deviceId} has no capture ${describe(query)}`, {
      operation: 'waveforms.list',
      deviceId,
      validations: [],
      retryable: false,
    });
  return readCapture(client, deviceId, newest.id, signal);
}

/** A capture as a message names it: by its id, or as an item of a list of captures. */
export function parseCaptureReference(value: unknown): { readonly id: string; readonly deviceId?: string } {
  const capture = (typeof value === 'string' ? { id: value } : value) as { id?: unknown; deviceId?: unknown } | null;
  if (typeof capture === 'object' && capture !== null && typeof capture.id === 'string' && capture.id !== '') {
    const { id, deviceId } = capture;
    return { id, ...(typeof deviceId === 'string' ? { deviceId } : {}) };
  }
  throw invalidInput('no capture is named', [
    problem('capture', 'captureId', 'must be the id of a capture, or a capture with its id'),
  ]);
}

export function describe({ trigger, type }: CaptureQuery): string {
  const kind = type === undefined ? 'of any kind' : `of type ${type}`;
  return trigger === undefined ? kind : `${kind} with the trigger "${trigger}"`;
}
