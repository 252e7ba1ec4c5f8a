import { type Channel, channels, type PhaseAnalysis, usableSamples } from '../../src/waveform';
import type { ReadCapture } from './capture-output';

export type CaptureCurves = 'both' | 'voltage' | 'current' | 'harmonics';

/** One point in the format of a Dashboard 2 chart. */
export interface CapturePoint {
  readonly series: string;
  readonly device: string;
  readonly x: number;
  readonly y: number;
}

/**
 * The samples of a capture for a line chart with a linear x axis (x in milliseconds after the trigger, or after the
 * first sample if the record has no trigger; y in volts and amperes), or its harmonics for a bar chart (x is the order,
 * y the percent of the fundamental). `name` is the prefix of each series name.
 */
export function chartOfCapture(capture: ReadCapture, curves: CaptureCurves, name: string): CapturePoint[] {
  const seriesTitle = (title: string) => [name, title].filter((text) => text !== '').join(' ');
  return curves === 'harmonics' ? harmonicPoints(capture, seriesTitle) : samplePoints(capture, curves, seriesTitle);
}

type SeriesTitle = (title: string) => string;

const titles: Readonly<Record<Channel, string>> = {
  mVp0: 'voltage 0 (V)',
  mAp0: 'current 0 (A)',
  mVp1: 'voltage 1 (V)',
  mAp1: 'current 1 (A)',
};

function samplePoints(
  { deviceId, record, report }: ReadCapture,
  curves: CaptureCurves,
  seriesTitle: SeriesTitle,
): CapturePoint[] {
  const sampleMs = report === undefined ? fastRmsSampleMs(record.sampleDelta) : 1000 / report.sampleRate.sampleRateHz;
  const zeroSample = report?.triggerSample ?? 0;
  const shownChannels = channels.filter(
    (channel) => curves === 'both' || channel.startsWith(curves === 'voltage' ? 'mV' : 'mA'),
  );
  const samples = usableSamples(record.data ?? {});
  return shownChannels.flatMap((channel) =>
    (samples[channel] ?? []).map((value, sample) => ({
      series: seriesTitle(titles[channel]),
      device: deviceId,
      x: Number(((sample - zeroSample) * sampleMs).toFixed(6)),
      y: value / 1000,
    })),
  );
}

/** Assumes microseconds, as for waveforms; 1 if the record has no interval, so that x is the index of the value. */
const fastRmsSampleMs = (sampleDelta: unknown) =>
  typeof sampleDelta === 'number' && sampleDelta > 0 ? sampleDelta / 1000 : 1;

function harmonicPoints({ deviceId, report }: ReadCapture, seriesTitle: SeriesTitle): CapturePoint[] {
  const phases = [
    ['0', report?.analysis.p0],
    ['1', report?.analysis.p1],
  ] as const satisfies readonly (readonly [string, PhaseAnalysis | undefined])[];
  return phases.flatMap(([phase, analysis]) =>
    (['voltage', 'current'] as const).flatMap((quantity) =>
      (analysis?.[quantity]?.harmonics?.percent.slice(1) ?? []).map((percent, index) => ({
        series: seriesTitle(`${quantity} ${phase} (%)`),
        device: deviceId,
        x: index + 1,
        y: Number(percent.toPrecision(6)),
      })),
    ),
  );
}
