export {
  type AccountClaims,
  claimsOfAccount,
  freeDevice,
  type HeldByGone,
  type RunningManager,
  tellManager,
} from './account-claims';
export { type ManagerOptions, type ManagerRun, startManager } from './manager';
