import type { Client } from '../../src/client';
import type { Thresholds } from '../../src/device-settings';
import type { ConfigOf } from '../../src/fields';
import { type CaptureRecord, presentError, type Texts } from '../../src/runtime';
import { chartOfCapture } from './capture-chart';
import {
  analyseCapture,
  csvNameOf,
  csvOfCapture,
  fullCapture,
  type ReadCapture,
  summaryOfCapture,
} from './capture-output';
import type { fields } from './waveform-capture.fields';

type Result = Record<string, unknown>;
type Shape = Pick<ConfigOf<typeof fields>, 'output' | 'curves' | 'withSpans' | 'nominal'>;

interface ResultParts {
  readonly client: Client;
  readonly config: Shape;
  readonly texts: Texts;
  readonly seriesName: string;
  readonly signal: AbortSignal;
}

/** What the badge says of a result. */
const badges = new WeakMap<Result, string>();
export const badgeOf = (result: Result): string | undefined => badges.get(result);

/** A device's result as the node sends it: what the form of output chosen makes of a capture. */
export async function resultOf(deviceId: string, record: CaptureRecord, parts: ResultParts): Promise<Result> {
  const { config } = parts;
  const nominalFrequencyHz = config.nominal === 'auto' ? undefined : Number(config.nominal);
  const wanted = config.withSpans && (config.output === 'summary' || config.output === 'full');
  const { thresholds, ...failed } = wanted ? await thresholdsOf(deviceId, parts) : {};
  const capture = analyseCapture(deviceId, record, { thresholds, nominalFrequencyHz });
  const result = { ...shaped(capture, parts, thresholds), ...failed };
  const badge = badgeTextOf(capture);
  if (badge !== undefined) badges.set(result, badge);
  return result;
}

function shaped(capture: ReadCapture, parts: ResultParts, thresholds: Thresholds | undefined): Result {
  const { config, seriesName } = parts;
  const { deviceId, record } = capture;
  switch (config.output) {
    case 'full':
      return { ...fullCapture(capture), ...(thresholds === undefined ? {} : { thresholds }) };
    case 'chart':
      return { deviceId, id: record.id, points: chartOfCapture(capture, config.curves, seriesName) };
    case 'csv':
      return { deviceId, id: record.id, csv: csvOfCapture(capture), filename: csvNameOf(capture) };
    default:
      return summaryOfCapture(capture);
  }
}

/** What the message carries of one device: points and text stand alone, so that a chart or a file takes them. */
export function payloadOf(result: Result): Result {
  if (Array.isArray(result.points)) return { payload: result.points };
  if (typeof result.csv === 'string') return { payload: result.csv, filename: result.filename };
  return { payload: result };
}

/** A capture is there whether or not its thresholds can be read: then it goes on without spans, and says why. */
async function thresholdsOf(
  deviceId: string,
  { client, texts, signal }: ResultParts,
): Promise<{ thresholds?: Thresholds; thresholdsError?: { code: string; message: string } }> {
  try {
    const { data } = await client.call('waveformConfiguration.get', { path: { deviceId } }, { signal });
    return { thresholds: data };
  } catch (error) {
    if (signal.aborted) throw error;
    const { code, message } = presentError(error, texts);
    return { thresholdsError: { code, message } };
  }
}

/** The phase with the larger current, in few words. */
function badgeTextOf({ report }: ReadCapture): string | undefined {
  const currents = [report?.analysis.p0?.current, report?.analysis.p1?.current].flatMap((found) => found ?? []);
  const largest = currents.sort((one, other) => (other.rms ?? 0) - (one.rms ?? 0))[0];
  if (largest?.rms === undefined) return undefined;
  const thd = largest.thdFPercent === undefined ? '' : `, THD ${largest.thdFPercent.toFixed(0)} %`;
  return `${largest.rms.toFixed(1)} A${thd}`;
}
