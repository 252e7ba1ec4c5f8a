import type { Thresholds } from '../../src/device-settings';
import { defined } from '../../src/object';
import type { CaptureRecord } from '../../src/runtime';
import {
  type CaptureReport,
  type FastRmsReport,
  type PhaseAnalysis,
  reportCapture,
  reportFastRms,
  type Span,
  type TotalAnalysis,
  toCsv,
} from '../../src/waveform';

/** A capture with the results of its analysis. */
export interface ReadCapture {
  readonly deviceId: string;
  readonly record: CaptureRecord;
  /** The report of a waveform; a fastRMS capture has `fastRms` instead. */
  readonly report?: CaptureReport;
  readonly fastRms?: FastRmsReport;
}

interface ReportOptions {
  readonly thresholds: Thresholds | undefined;
  readonly nominalFrequencyHz: number | undefined;
}

/** Analyses a capture as far as it goes: what cannot be used or computed is missing, and named in `problems`. */
export function analyseCapture(deviceId: string, record: CaptureRecord, options: ReportOptions): ReadCapture {
  const data = record.data ?? {};
  return record.type === 'fastRMS'
    ? { deviceId, record, fastRms: reportFastRms(data) }
    : { deviceId, record, report: reportCapture({ ...record, data }, options) };
}

type Result = Record<string, unknown>;

function identity({ deviceId, record }: ReadCapture): Result {
  const { id, capturedAt, triggers, shortestTrigger, type } = record;
  const fields = { deviceId, id, capturedAt, triggers, shortestTrigger, type };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The record as received from the service, with all results of its analysis. */
export function fullCapture(capture: ReadCapture): Result {
  const { record, report, fastRms } = capture;
  return { ...identity(capture), record, ...report, ...defined({ fastRms }) };
}

/** Flat numbers, rounded to six digits. A value that the capture does not contain is missing. */
export function summaryOfCapture(capture: ReadCapture): Result {
  const { report, fastRms } = capture;
  if (report === undefined) return { ...identity(capture), ...defined({ fastRms }) };
  const { analysis, sampleRate } = report;
  const { frequencyHz, p0, p1, total, window } = analysis;
  return {
    ...identity(capture),
    sampleRateHz: sampleRate.sampleRateHz,
    cycles: window.cycles,
    ...rounded({ frequencyHz }),
    ...(p0 === undefined ? {} : { p0: flatPhase(p0) }),
    ...(p1 === undefined ? {} : { p1: flatPhase(p1) }),
    ...(total === undefined ? {} : { total: flatTotal(total) }),
    ...(report.spans === undefined ? {} : { spans: report.spans.map(spanSummary) }),
  };
}

function flatPhase({ voltage, current, power }: PhaseAnalysis): Record<string, number | boolean> {
  const clipped = { voltageClipped: voltage?.clipped, currentClipped: current?.clipped };
  return {
    ...rounded({
      voltageRmsV: voltage?.rms,
      voltagePeakV: voltage?.peak,
      voltageCrestFactor: voltage?.crestFactor,
      voltageThdFPercent: voltage?.thdFPercent,
      voltageThdRPercent: voltage?.thdRPercent,
      currentRmsA: current?.rms,
      currentPeakA: current?.peak,
      currentCrestFactor: current?.crestFactor,
      currentThdFPercent: current?.thdFPercent,
      currentThdRPercent: current?.thdRPercent,
      ...power,
    }),
    ...Object.fromEntries(Object.entries(clipped).flatMap(([name, value]) => (value === true ? [[name, true]] : []))),
  };
}

/** Both poles of a two-pole breaker together. */
function flatTotal({ voltage, power }: TotalAnalysis): Record<string, number | boolean> {
  return {
    ...rounded({
      lineToLineRmsV: voltage?.rms,
      lineToLinePeakV: voltage?.peak,
      lineToLineThdFPercent: voltage?.thdFPercent,
      ...power,
    }),
    ...(voltage?.clipped ? { lineToLineClipped: true } : {}),
  };
}

function spanSummary({ phase, kind, startSample, samples, level, extreme, unit, reachesDuration }: Span): Result {
  const reaches = reachesDuration === undefined ? {} : { reachesDuration };
  return { phase, kind, startSample, samples, level, extreme: sixDigits(extreme), unit, ...reaches };
}

const sixDigits = (value: number) => Number(value.toPrecision(6));

function rounded(values: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, sixDigits(value)]])),
  );
}

/** The samples as CSV text, one row each. */
export function csvOfCapture({ record, report }: ReadCapture): string {
  return toCsv({ ...record, data: record.data ?? {} }, report?.sampleRate.sampleRateHz);
}

/** A file name that is valid on every operating system. */
export function csvNameOf({ deviceId, record }: ReadCapture): string {
  return `${[deviceId, record.capturedAt ?? record.id].join('_').replaceAll(/[^\w.-]+/g, '-')}.csv`;
}
