import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { WebhookKind } from '../../../catalog';
import { createStateStore, type OnStateTrouble, type StateTrouble, sharedMemory } from '../..';

/** The registered stream of a node. */
export interface RegisteredStreamState {
  /** Id of the account node. */
  readonly account: string;
  readonly streamId: string;
  /** Fingerprint of the request that created the stream, including its credentials. */
  readonly fingerprint: string;
  /** Devices attached by the node's configuration, not those attached by flows. */
  readonly deviceIds: readonly string[];
}

/** The registered webhook of a node and a kind. */
export interface RegisteredWebhookState {
  /** Id of the account node. */
  readonly account: string;
  readonly webhookId: string;
  readonly uri: string;
  /** Fingerprint of address and headers, including their secret. */
  readonly fingerprint: string;
}

/**
 * The persistent state of receiving nodes. The service never returns the credentials of a stream, so a stored fingerprint
 * shows whether they still equal the configured ones.
 */
export interface ReceiverMemory {
  streamOf(nodeId: string): RegisteredStreamState | undefined;
  saveStream(nodeId: string, stream: RegisteredStreamState): void;
  deleteStream(nodeId: string): void;
  webhookOf(nodeId: string, kind: WebhookKind): RegisteredWebhookState | undefined;
  saveWebhook(nodeId: string, kind: WebhookKind, webhook: RegisteredWebhookState): void;
  deleteWebhook(nodeId: string, kind: WebhookKind): void;
  /** All streams, by node. */
  streams(): [nodeId: string, stream: RegisteredStreamState][];
  /** The key of generated secrets of nodes without a key in their credentials; hex. */
  key(): string;
  /** A keyed hash, which does not reveal the value. */
  fingerprint(value: unknown): string;
  /** The reason why a restart would lose the state; undefined if it would not. */
  trouble(): StateTrouble | undefined;
}

interface State {
  readonly version: 1;
  /** Key of fingerprints, and of the generated secrets of nodes without a key of their own; hex. */
  readonly key: string;
  readonly streams: Record<string, RegisteredStreamState>;
  /** By node and kind; a file of an earlier version has none. */
  readonly webhooks?: Record<string, RegisteredWebhookState>;
}

/** The state in a user directory. */
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

  /** A new key is written to disk before it is used. */
  function state(): State {
    const current = store.state();
    if (!isWritten) {
      isWritten = true;
      if (!existsSync(file)) store.save();
    }
    return current;
  }

  const webhookKey = (nodeId: string, kind: WebhookKind) => `${nodeId} ${kind}`;

  return {
    webhookOf: (nodeId, kind) => state().webhooks?.[webhookKey(nodeId, kind)],
    saveWebhook(nodeId, kind, webhook) {
      const current = state();
      Object.assign(current, { webhooks: { ...current.webhooks, [webhookKey(nodeId, kind)]: webhook } });
      store.save();
    },
    deleteWebhook(nodeId, kind) {
      const { webhooks } = state();
      if (webhooks === undefined || webhooks[webhookKey(nodeId, kind)] === undefined) return;
      delete webhooks[webhookKey(nodeId, kind)];
      store.save();
    },
    streamOf: (nodeId) => state().streams[nodeId],
    saveStream(nodeId, stream) {
      state().streams[nodeId] = stream;
      store.save();
    },
    deleteStream(nodeId) {
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

/** Whether a value has the format of a key. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

/** A generated secret: letters and digits. */
export function generatedSecret(key: string, nodeId: string, purpose: string): string {
  return digest(key, `secret ${nodeId.length}:${nodeId}${purpose}`).toString('base64').replaceAll(/[+/=]/g, '');
}

function digest(key: string, text: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest();
}
