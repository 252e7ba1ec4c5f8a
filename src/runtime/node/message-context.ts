import type { NodeAPI } from 'node-red';
import type { InputRun } from './inputs';
import type { Message } from './message';
import type { Status } from './status';
import type { Texts } from './texts';

/** A message that is being answered: what is sent on, and what the badge shows meanwhile. */
export interface MessageContext {
  readonly RED: NodeAPI;
  readonly msg: Message;
  readonly run: InputRun;
  readonly status: Status;
  readonly texts: Texts;
}
