export { type AccountClaims, claimsOfAccount, freeDevice } from './account-claims';
export { type ManagerOptions, type ManagerRun, startManager } from './manager';
