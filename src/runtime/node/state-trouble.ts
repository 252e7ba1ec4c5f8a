import type { NodeAPI } from 'node-red';
import type { OnStateTrouble } from './state-file';
import { createTexts } from './texts';

/** The directory in which nodes remember over restarts. */
export function userDirOf(RED: NodeAPI): string {
  return String(RED.settings.userDir ?? '.');
}

/** Says in Node-RED's log which state file is of no use, and what to do about it. */
export function stateTroubleLog(RED: NodeAPI): OnStateTrouble {
  return ({ kind, file, aside = '', detail }) =>
    RED.log.warn(createTexts(RED)(`stateFile.${kind}`, { file, aside, detail }));
}
