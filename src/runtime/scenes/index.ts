export { type ActingAlarm, type AlarmInput, takeAlarmMessage } from './alarm-input';
export { readAlarm } from './alarm-message';
export {
  cannotBeRead,
  handleMovedAt,
  lookBeforeRestore,
  lookBeforeSet,
  protectedAmong,
  type SceneReads,
} from './scene-circuit';
export {
  chargerMemory,
  createChargerMemory,
  createSceneMemory,
  type SceneMemory,
  type SceneReference,
  sceneMemory,
} from './scene-memory';
export type { Turn } from './turns';
