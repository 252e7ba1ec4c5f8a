export { forgetWatch } from './memory';
export { type DeviceFacts, factsOfMessage } from './message-facts';
export { startWatch, type WatchedDevice, type WatchOptions, type WatchRun } from './watch-run';
