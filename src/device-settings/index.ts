export { type BargraphForm, colorsOfForm, colorsOfLevel, colorsOfValue, litOfLevel } from './bargraph-form';
export { alignments, bargraphModes, parseNumber, parseWhole, type WholeSetting, wholeProblem } from './bounds';
export { type Color, hexOf, luminance, parseColor } from './color';
export {
  dimmed,
  type LedColors,
  type LedName,
  type LevelScale,
  ledNames,
  levelColors,
  litLeds,
  parseLedColors,
  type SettingProblem,
} from './led-colors';
export {
  byPhaseName,
  byPhaseNumber,
  readThresholds,
  spelledByPhaseName,
  type ThresholdName,
  type ThresholdProblem,
  type Thresholds,
  thresholdNames,
  thresholdRanges,
} from './waveform-thresholds';
