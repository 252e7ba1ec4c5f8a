export {
  decideRestore,
  lastMovedAt,
  type RestoreDecision,
  type RestoreFacts,
  type SceneMovement,
} from './decide-restore';
export { decideSet, knownPosition, type SceneReading, type SetDecision } from './decide-set';
export { type LeftOutReason, type RememberedCircuit, type ScenePosition, sceneKey, sceneName } from './scene';
