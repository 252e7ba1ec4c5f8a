import type { Client } from '../../src/client';
import type { Thresholds } from '../../src/device-settings';
import type { ConfigOf } from '../../src/fields';
import { defined } from '../../src/object';
import { type CaptureRecord, type NamesOf, type NodeTeller, presentError, type Texts } from '../../src/runtime';
import { chartOfCapture } from './capture-chart';
import { notesOf } from './capture-notes';
import {
  analyseCapture,
  csvNameOf,
  csvOfCapture,
  fullCapture,
  type ReadCapture,
  summaryOfCapture,
} from './capture-output';
import type english from './locales/en-US/waveform-capture.json';
import type { fields } from './waveform-capture.fields';

type Result = Record<string, unknown>;
type OwnText = NodeTeller<typeof english>['text'];
type OutputConfig = Pick<ConfigOf<typeof fields>, 'output' | 'curves' | 'withSpans' | 'nominal'>;

interface ResultOptions {
  readonly client: Client;
  readonly config: OutputConfig;
  readonly texts: Texts;
  readonly text: OwnText;
  readonly namesOf: NamesOf;
  readonly seriesName: string;
  readonly signal: AbortSignal;
}

/** The badge text of each result. */
const badges = new WeakMap<Result, string>();
export const badgeOf = (result: Result): string | undefined => badges.get(result);

/** The result of one device in the configured output format. */
export async function resultOf(deviceId: string, record: CaptureRecord, options: ResultOptions): Promise<Result> {
  const { config } = options;
  const nominalFrequencyHz = config.nominal === 'auto' ? undefined : Number(config.nominal);
  const needsThresholds = config.withSpans && (config.output === 'summary' || config.output === 'full');
  const { thresholds, ...thresholdsFailure } = needsThresholds ? await thresholdsOf(deviceId, options) : {};
  const capture = analyseCapture(deviceId, record, { thresholds, nominalFrequencyHz });
  const notes = notesOf(capture.report?.problems ?? [], options.text);
  const result = {
    ...outputOf(capture, options, thresholds),
    ...thresholdsFailure,
    ...(notes.length > 0 ? { notes } : {}),
  };
  const badge = badgeTextOf(capture);
  if (badge !== undefined) badges.set(result, badge);
  return result;
}

function outputOf(capture: ReadCapture, options: ResultOptions, thresholds: Thresholds | undefined): Result {
  const { config, seriesName } = options;
  const { deviceId, record } = capture;
  switch (config.output) {
    case 'full':
      return { ...fullCapture(capture), ...defined({ thresholds }) };
    case 'chart':
      return { deviceId, id: record.id, points: chartOfCapture(capture, config.curves, seriesName) };
    case 'csv':
      return { deviceId, id: record.id, csv: csvOfCapture(capture), filename: csvNameOf(capture) };
    default:
      return summaryOfCapture(capture);
  }
}

/** The message properties of one device's result. For a chart or a file node the payload is only the points or the CSV text. */
export function payloadOf(result: Result): Result {
  const notes = result.notes === undefined ? {} : { notes: result.notes };
  if (Array.isArray(result.points)) return { payload: result.points, ...notes };
  if (typeof result.csv === 'string') return { payload: result.csv, filename: result.filename, ...notes };
  return { payload: result };
}

/** Reads the thresholds. If that fails, the capture is still sent, without spans and with the error. */
async function thresholdsOf(
  deviceId: string,
  { client, texts, namesOf, signal }: ResultOptions,
): Promise<{ thresholds?: Thresholds; thresholdsError?: { code: string; message: string } }> {
  try {
    const { data } = await client.call('waveformConfiguration.get', { path: { deviceId } }, { signal });
    return { thresholds: data };
  } catch (error) {
    if (signal.aborted) throw error;
    const { code, message } = presentError(error, texts, namesOf);
    return { thresholdsError: { code, message } };
  }
}

/** A short text about the phase with the larger current. */
function badgeTextOf({ report }: ReadCapture): string | undefined {
  const currents = [report?.analysis.p0?.current, report?.analysis.p1?.current].flatMap((current) => current ?? []);
  const largest = currents.sort((a, b) => (b.rms ?? 0) - (a.rms ?? 0))[0];
  if (largest?.rms === undefined) return undefined;
  const thd = largest.thdFPercent === undefined ? '' : `, THD ${largest.thdFPercent.toFixed(0)} %`;
  return `${largest.rms.toFixed(1)} A${thd}`;
}
