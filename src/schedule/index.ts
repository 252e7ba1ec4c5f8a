export { type BatchOrder, type ListedBatch, orderOfListed, runsOnce, type SunScheduleOrder } from './batch';
export { batchRuns, type NextRun, type SunLocation } from './batch-runs';
export { type BatchConflict, batchConflicts } from './conflicts';
export { type Cron, parseCron } from './cron';
export type { CronField, CronFieldName } from './cron-field';
export { type CronRun, cronRuns, nextCronRuns, type RunRange } from './cron-runs';
export { type CronSchedule, createCronSchedule, nextCronRun } from './cron-schedule';
export { cronSentence } from './cron-sentence';
export { dateTimeText, parseDateTime, type WrittenDateTime } from './date-time-text';
export { type Description, describeCron, describeSun } from './describe';
export { fingerprint, isBatchOf } from './fingerprint';
export type { Location, LocationInput } from './location';
export type { PhrasePart, ValueRange } from './phrase';
export { type KnownBatch, planSchedules, type SchedulePlan } from './plan';
export type { Checked, ScheduleInput, ScheduleProblem } from './problem';
export {
  cronOfRunForm,
  hourSteps,
  minuteSteps,
  type RunDays,
  type RunForm,
  type RunFormProblem,
  type RunTimes,
  runFormOfCron,
} from './run-form';
export {
  createSunSchedule,
  nextSunRuns,
  type PolarSpan,
  type SunRule,
  type SunRun,
  type SunRuns,
  type SunSchedule,
  sunRuns,
} from './sun-runs';
export { type SunEvents, type SunTimes, sunTimes } from './sun-times';
export { parseTimeOfDay, timeOfDayText } from './time-of-day';
export { instantsOfWall, isoInZone, wallTextAt } from './wall-time';
export type { ClockChange, ScheduleWarning } from './warning';
export { type ScheduleRule, scheduleWarnings } from './warnings';
export { isTimeZone, type OffsetChange, type Zone, zoneNamed } from './zone';
