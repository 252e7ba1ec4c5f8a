export {
  cannotBeRead,
  handleMovedAt,
  lookBeforeRestore,
  lookBeforeSet,
  protectedAmong,
  type SceneReads,
} from './scene-circuit';
export { createSceneMemory, type SceneMemory, type SceneReference, sceneMemory } from './scene-memory';
export type { Turn } from './turns';
