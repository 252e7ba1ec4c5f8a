import type { Node } from 'node-red';
import type { Reservation } from '../../client';
import type { DeviceRequest } from '../../control';
import { defined } from '../../object';
import type { Started } from './define-node';
import type { InputRun } from './inputs';
import type { Message } from './message';
import { messageTimes } from './message-times';

interface Guards {
  readonly dryRun: boolean;
  /** s */
  readonly expiry: number | undefined;
  readonly mute: boolean;
}

interface ReadsBack {
  readonly readBack: boolean;
  readonly readBackSeconds: number | undefined;
}

type WriteInput = Omit<DeviceRequest, 'deviceId' | 'signal'> & { readonly signal: AbortSignal };

interface Received {
  readonly msg: Message;
  readonly run: InputRun;
  readonly started: Started;
  /** The reservation of the message, where the node made one. */
  readonly reservation?: Reservation;
  /** For the record of commands. */
  readonly node: Pick<Node, 'id' | 'name' | 'type' | 'z'>;
}

/** The write request by a node's fields and a message; with a read-back where the node has one. */
export function writeRequestOf(
  config: Guards & Partial<ReadsBack>,
  { msg, run, started, reservation, node }: Received,
): WriteInput {
  const { receivedAt, receivedAtMs, signal } = run;
  const { mute, dryRun, readBack = false, readBackSeconds } = config;
  return {
    receivedAt,
    receivedAtMs,
    ...started,
    ...defined({ reservation }),
    asker: {
      nodeId: node.id,
      node: node.name === undefined || node.name === '' ? node.type : node.name,
      ...defined({ flow: node.z }),
      messageId: msg._msgid,
    },
    ...messageTimes(msg, receivedAt, config.expiry),
    mute,
    dryRun,
    ...readBackOf({ readBack, readBackSeconds }),
    signal,
  };
}

/** How long a node reads back; nothing where it does not. */
export function readBackOf({ readBack, readBackSeconds }: ReadsBack): { readonly readBackMs?: number } {
  return readBack && readBackSeconds !== undefined ? { readBackMs: readBackSeconds * 1000 } : {};
}
