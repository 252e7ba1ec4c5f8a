import type { Process } from '../handler';
import { batchRun } from './batch-run';
import { driverRoutine } from './driver-routine';
import { evseConfigurationChange } from './evse-configuration';
import { handleTimer } from './handle-timer';
import { overrideEventTimes } from './override-event';
import { plugSessionProgress } from './plug-session';
import { udpKeyExpiry } from './udp-key-expiry';

/** Everything that happens by itself; of what is due at one instant, the first here is first. */
export const processes: readonly Process[] = [
  handleTimer,
  batchRun,
  overrideEventTimes,
  evseConfigurationChange,
  plugSessionProgress,
  driverRoutine,
  udpKeyExpiry,
];
