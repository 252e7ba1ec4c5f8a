export { type AcceleratedClock, createAcceleratedClock } from './accelerated';
export { type Clock, maxTimerMs, sleep, type Timer } from './clock';
export { createManualClock, type ManualClock } from './manual';
export { systemClock } from './system';
