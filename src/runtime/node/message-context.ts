import type { NodeAPI } from 'node-red';
import type { InputRun } from './inputs';
import type { Message } from './message';
import type { Status } from './status';
import type { Texts } from './texts';

/** The message of one input, with what is needed to send it on and to show its progress. */
export interface MessageContext {
  readonly RED: NodeAPI;
  readonly msg: Message;
  readonly run: InputRun;
  readonly status: Status;
  readonly texts: Texts;
}
