export { captureWaveform } from './capture-waveform';
export { type ChargingInput, chargingCurrent, chargingPowerW, evseStateValue, nextChargingStepWh } from './charging';
export { sumEnergy } from './circuit-curve';
export { exceedsAtClosing } from './closing';
export { recordedSince } from './conduction';
export { deviceDataOf } from './device-data';
export { sessionsOf } from './device-sessions';
export { type ElectricalState, electricalState } from './electrical-state';
export { type Environment, environment } from './environment';
export { dayMs, dayStart, localDay, siteCoordinates } from './local-time';
export { minutesAWeek, nextInWeek, weekMinute } from './local-week';
export { type ReportChannels, reportChannels, type StandingChannels, standingChannels } from './push-data';
export { createRandom, derivedSeed, unitNoise } from './random';
export { recordingLength, scaledRecording } from './recorded-curve';
export {
  beginRecordsAt,
  type EnergyDelta,
  type EnergyRegister,
  energyAt,
  energyBetween,
  forgetBefore,
} from './registers';
export { lastReportAt, nextReportAt } from './report-times';
export { type MetricStatistics, type Statistic, statisticsBetween } from './statistics';
export { type HistoryItem, historyItem, historyPage, latestTelemetry, meterReading } from './telemetry';
export { waveformConfigurationByPhaseName } from './waveform-configuration';
export { type Season, seasonDay, seasons } from './weather';
export type { World } from './world';
