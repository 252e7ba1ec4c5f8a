import { type RecordTiming, sampleRateOf, timingProblems } from './sample-rate';
import { channels, inspectSamples, sampleCount, type WaveformSamples } from './samples';
import { refuse, type WaveformProblem } from './waveform-error';

export interface WaveformRecord extends RecordTiming {
  readonly data: WaveformSamples;
}

/**
 * A record as CSV (RFC 4180, lines end in CR LF): the sample's number, its time in milliseconds after the first
 * sample, and one column for each array that is there, under its own name (mV and mA).
 * The time is that of `sampleRateHz`, or of `sampleRateOf(record)`.
 * Throws a WaveformError for arrays that `analyse` refuses and for a rate or timing fields that make none.
 */
export function toCsv(record: WaveformRecord, sampleRateHz?: number): string {
  const problems: WaveformProblem[] = sampleRateHz === undefined ? timingProblems(record) : [];
  if (sampleRateHz !== undefined && !(Number.isFinite(sampleRateHz) && sampleRateHz > 0)) {
    problems.push({ field: 'sampleRateHz', message: 'is not a positive number' });
  }
  inspectSamples(record.data, problems);
  refuse(problems);
  const rate = sampleRateHz ?? sampleRateOf(record).sampleRateHz;
  const columns = channels.flatMap((name) => {
    const values = record.data[name];
    return values === undefined ? [] : [{ name, values }];
  });
  const lines = [['sample', 'time_ms', ...columns.map(({ name }) => name)].join(',')];
  for (let n = 0; n < sampleCount(record.data); n++) {
    const timeMs = Number(((n * 1000) / rate).toFixed(6));
    lines.push([n, timeMs, ...columns.map(({ values }) => values[n])].join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
