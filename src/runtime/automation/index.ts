export {
  type AccountClaims,
  claimsOfAccount,
  freeDevice,
  type HeldByGone,
  type RunningManager,
  tellManager,
} from './account-claims';
export { type AnnouncedManager, announceManager, otherManagers } from './announced';
export { type KeptLimit, watchKeptLimits } from './kept-limits';
export { type ManagerOptions, type ManagerRun, startManager } from './manager';
export type { PushedMeter } from './readings';
