export {
  type ChargeWindow,
  type DaySpan,
  minuteOfEdge,
  type Overlap,
  spansOf,
  type WindowEdge,
  type WindowProblem,
  type WindowWarning,
  windowLength,
  windowOverlaps,
  windowProblems,
  windowWarnings,
} from './charge-window';
export { type ChargerMeaning, readChargerState } from './charger-state';
export { type Limit, leastCurrentA, limitRead, mostCurrentA, mostEnergyWh, noLimit } from './current-limit';
export {
  type AppliedCurrent,
  type CurrentPace,
  type CurrentPast,
  type CurrentStep,
  currentStep,
  isEnough,
  isTooLow,
  valueNoted,
} from './current-step';
export { type DayTimes, isWithin, isWithinAny } from './day-times';
export {
  type ConfigurationRead,
  type EffectiveMode,
  effectiveMode,
  type ModeCircumstances,
  type ModeReason,
} from './effective-mode';
export { isTimeZoneName, localMinuteOfWeek } from './local-time';
export { nextWindowChange, openWindow, windowAtMinute } from './open-window';
export {
  type SessionMeterItem,
  type SessionPricing,
  type SessionRead,
  type SessionSummary,
  sessionTimeProblems,
  summarizeSession,
} from './session-summary';
export {
  type BandProblem,
  bandAt,
  bandProblems,
  type PricedStretch,
  pricedStretches,
  type Tariff,
  type TariffBand,
} from './tariff';
export {
  type Day,
  days,
  isDay,
  isTime,
  minuteOfTime,
  minutesADay,
  minutesAWeek,
  timeOfMinute,
  wrapMinute,
} from './week';
export { nextShiftChange, sameWindows, shiftWindows, type WindowZones, windowsText, zoneShift } from './window-zones';
