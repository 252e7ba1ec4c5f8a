import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createStateStore, type OnStateTrouble, type StateTrouble, sharedMemory } from '../..';

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
  /** All of them, by node. */
  streams(): [nodeId: string, stream: RememberedStream][];
  /** The key of generated secrets where the node's credentials hold none; hex. */
  key(): string;
  /** Tells configurations apart without telling them. */
  fingerprint(value: unknown): string;
  /** Why a restart would not find it, if it would not. */
  trouble(): StateTrouble | undefined;
}

interface State {
  readonly version: 1;
  /** Of fingerprints, and of the generated secrets whose nodes have no key of their own yet; hex. */
  readonly key: string;
  readonly streams: Record<string, RememberedStream>;
}

/** The memory in a user directory. */
export const receiverMemory = sharedMemory('breakerflow-receivers.json', createReceiverMemory);

/** Reads the file on first use. */
export function createReceiverMemory(file: string, onTrouble?: OnStateTrouble): ReceiverMemory {
  const store = createStateStore<State>({
    file,
    version: 1,
    empty: () => ({ version: 1, key: randomBytes(32).toString('hex'), streams: {} }),
    isComplete: ({ key, streams }) => isKey(key) && typeof streams === 'object' && streams !== null,
    onTrouble,
  });
  let isWritten = false;

  /** A new key is on the disk before anything is made with it. */
  function state(): State {
    const known = store.state();
    if (!isWritten) {
      isWritten = true;
      if (!existsSync(file)) store.save();
    }
    return known;
  }

  return {
    streamOf: (nodeId) => state().streams[nodeId],
    remember(nodeId, stream) {
      state().streams[nodeId] = stream;
      store.save();
    },
    forget(nodeId) {
      if (state().streams[nodeId] === undefined) return;
      delete state().streams[nodeId];
      store.save();
    },
    streams: () => (existsSync(file) ? Object.entries(state().streams) : []),
    key: () => state().key,
    fingerprint: (value) => digest(state().key, `fingerprint ${JSON.stringify(value)}`).toString('hex'),
    trouble: store.trouble,
  };
}

/** Whether it is a key of generated secrets. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

/** A secret of a node that nobody entered. Letters and digits. */
export function generatedSecret(key: string, nodeId: string, purpose: string): string {
  return digest(key, `secret ${nodeId.length}:${nodeId}${purpose}`).toString('base64').replaceAll(/[+/=]/g, '');
}

function digest(key: string, text: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest();
}
