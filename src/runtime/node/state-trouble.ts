import type { NodeAPI } from 'node-red';
import type { OnStateTrouble } from './state-file';
import { createTexts } from './texts';

/** The directory of the state files. */
export function userDirOf(RED: NodeAPI): string {
  return String(RED.settings.userDir ?? '.');
}

/** Warns in Node-RED's log of an unusable state file, with what to do about it. */
export function stateTroubleLog(RED: NodeAPI): OnStateTrouble {
  return ({ kind, file, aside = '', detail }) =>
    RED.log.warn(createTexts(RED)(`stateFile.${kind}`, { file, aside, detail }));
}
