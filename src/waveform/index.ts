export { analyse } from './analyse';
export type {
  AnalyseOptions,
  ChannelAnalysis,
  PhaseAnalysis,
  TotalAnalysis,
  WaveformAnalysis,
  WindowTreatment,
} from './analysis';
export { type CaptureReport, type CaptureReportOptions, reportCapture } from './capture-report';
export { toCsv, type WaveformRecord } from './csv';
export { type FastRmsReport, type RmsRange, reportFastRms } from './fast-rms';
export type { HarmonicContent, Harmonics } from './harmonics';
export type { Power, TotalPower } from './power';
export {
  frontEndHz,
  type RecordTiming,
  type SampleRate,
  sampleRateOf,
  type TimeUnit,
  triggerSampleOf,
} from './sample-rate';
export { type Channel, channels, usableSamples, type WaveformSamples } from './samples';
export {
  type Phase,
  type Span,
  type SpanOptions,
  spans,
  type ThresholdEvent,
  type ThresholdLevel,
  type WaveformThresholds,
} from './spans';
export { type RecordRule, WaveformError, type WaveformProblem } from './waveform-error';
