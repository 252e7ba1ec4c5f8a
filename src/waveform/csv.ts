import { type RecordTiming, sampleRateOf } from './sample-rate';
import { channels, inspectSamples, sampleCount, type WaveformSamples } from './samples';
import { refuse } from './waveform-error';

export interface WaveformRecord extends RecordTiming {
  readonly data: WaveformSamples;
}

/**
 * A record as CSV (RFC 4180, lines end in CR LF): the sample's number, its time in milliseconds after the first
 * sample, and one column for each array that is there, under its own name (mV and mA).
 * The time is that of `sampleRateHz`, or of `sampleRateOf(record)`.
 * Arrays that cannot be used are left out; a shorter one ends in empty cells.
 * Throws a WaveformError for a rate that is no positive number.
 */
export function toCsv(record: WaveformRecord, sampleRateHz?: number): string {
  if (sampleRateHz !== undefined && !(Number.isFinite(sampleRateHz) && sampleRateHz > 0)) {
    refuse([{ field: 'sampleRateHz', message: 'is not a positive number' }]);
  }
  const found = inspectSamples(record.data);
  const rate = sampleRateHz ?? sampleRateOf(record).sampleRateHz;
  const columns = channels.flatMap((name) => {
    const values = found[name]?.values;
    return values === undefined ? [] : [{ name, values }];
  });
  const lines = [['sample', 'time_ms', ...columns.map(({ name }) => name)].join(',')];
  for (let n = 0; n < sampleCount(found); n++) {
    const timeMs = Number(((n * 1000) / rate).toFixed(6));
    lines.push([n, timeMs, ...columns.map(({ values }) => values[n] ?? '')].join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
