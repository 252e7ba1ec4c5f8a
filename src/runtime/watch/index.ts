export { forgetWatch, rememberedSubjects } from './memory';
export { type DeviceFacts, factsOfMessage } from './message-facts';
export { announceWatch, type RunningWatch, runningWatches } from './running';
export { startWatch, type WatchedDevice, type WatchOptions, type WatchRun } from './watch-run';
