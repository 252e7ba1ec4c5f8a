import { createHmac, randomBytes } from 'node:crypto';
import { readState, sharedMemory, writeState } from '../node/state-file';

/** The stream that a node has registered. */
export interface RememberedStream {
  /** The account at which it is. */
  readonly account: string;
  readonly streamId: string;
  /** Of what the stream was created with, credentials included. */
  readonly fingerprint: string;
  /** Attached for the node's own list; devices attached otherwise are left alone. */
  readonly deviceIds: readonly string[];
}

/**
 * What receiving nodes must know again after a restart. The service shows a stream's credentials only once, so that it
 * cannot be asked whether they are still the right ones.
 */
export interface ReceiverMemory {
  streamOf(nodeId: string): RememberedStream | undefined;
  remember(nodeId: string, stream: RememberedStream): void;
  forget(nodeId: string): void;
  /** A secret of a node that nobody entered: the same after each restart on this machine. Letters and digits. */
  secretOf(nodeId: string, purpose: string): string;
  /** Tells configurations apart without telling them. */
  fingerprint(value: unknown): string;
}

interface State {
  readonly version: 1;
  /** The key of all generated secrets; hex. */
  readonly key: string;
  readonly streams: Record<string, RememberedStream>;
}

/** The memory in a user directory. */
export const receiverMemory = sharedMemory('breakerflow-receivers.json', createReceiverMemory);

/** Reads the file on first use. Throws where it cannot be read or written. */
export function createReceiverMemory(file: string): ReceiverMemory {
  let known: State | undefined;

  function state(): State {
    known ??= readState<State>(file, 1) ?? save({ version: 1, key: randomBytes(32).toString('hex'), streams: {} });
    return known;
  }
  function save(next: State): State {
    writeState(file, next);
    return next;
  }
  const digest = (text: string) => createHmac('sha256', Buffer.from(state().key, 'hex')).update(text).digest();

  return {
    streamOf: (nodeId) => state().streams[nodeId],
    remember(nodeId, stream) {
      state().streams[nodeId] = stream;
      save(state());
    },
    forget(nodeId) {
      if (state().streams[nodeId] === undefined) return;
      delete state().streams[nodeId];
      save(state());
    },
    secretOf: (nodeId, purpose) =>
      digest(`secret ${nodeId.length}:${nodeId}${purpose}`).toString('base64').replaceAll(/[+/=]/g, ''),
    fingerprint: (value) => digest(`fingerprint ${JSON.stringify(value)}`).toString('hex'),
  };
}
