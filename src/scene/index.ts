export { type AlarmEvent, type AlarmStep, lastingAlarms, type RememberedAlarm, takeAlarm } from './alarms';
export {
  type ChargerLeftReason,
  type ChargerLimit,
  type ChargerReading,
  type ChargerSetting,
  decideChargerRestore,
  decideChargerSet,
  type RememberedCharger,
} from './charger';
export {
  decideRestore,
  lastMovedAt,
  type RestoreDecision,
  type RestoreFacts,
  type SceneMovement,
} from './decide-restore';
export { decideSet, knownPosition, type SceneReading, type SetDecision } from './decide-set';
export {
  alarmSceneName,
  type LeftOutReason,
  type RememberedCircuit,
  type ScenePosition,
  sceneKey,
  sceneName,
} from './scene';
