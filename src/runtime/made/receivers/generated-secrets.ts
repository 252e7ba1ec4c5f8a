import type { Node, NodeAPI } from 'node-red';
import { generatedSecret, isKey, type ReceiverMemory } from './receiver-memory';

/** The credential with a node's key. No dialog declares it, so Node-RED never sends it to an editor. */
const credential = 'receiverKey';

/** The generated secret of a node for a purpose. */
export type SecretOf = (purpose: string) => string;

/**
 * Derives secrets from a key in the node's credentials, which a backup or a project contains together with the flow. In
 * Node-RED 4.1 (@node-red/runtime, nodes/credentials.js) `addCredentials` changes the credentials in memory, and the next
 * deploy writes them to disk. The editor cannot delete the key: `extract` only changes credentials that the type declares.
 * `clean` deletes credentials whose id is not in the flows; so in a subflow the key belongs to the node of the template, and
 * the instances differ by their ids. Until a deploy has written the key, the file in the user directory, which versions up
 * to 0.1.0 used alone, has the same key.
 */
export function generatedSecrets(RED: NodeAPI, node: Node, memory: ReceiverMemory): SecretOf {
  let key: string | undefined;
  return (purpose) => {
    key ??= keyOf(RED, node, memory);
    return generatedSecret(key, node.id, purpose);
  };
}

function keyOf(RED: NodeAPI, node: Node, memory: ReceiverMemory): string {
  const id = (node as unknown as { readonly _alias?: string })._alias ?? node.id;
  const stored = (RED.nodes.getCredentials(id) ?? {}) as Readonly<Record<string, unknown>>;
  if (isKey(stored[credential])) return stored[credential];
  const key = memory.key();
  RED.nodes.addCredentials(id, { ...stored, [credential]: key });
  return key;
}
