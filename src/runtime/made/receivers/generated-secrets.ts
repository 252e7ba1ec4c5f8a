import type { Node, NodeAPI } from 'node-red';
import { generatedSecret, isKey, type ReceiverMemory } from './receiver-memory';

/** The credential that holds a node's key. No dialog knows it, so that Node-RED never sends it to an editor. */
const credential = 'receiverKey';

/** The secrets of a node that nobody entered, by purpose. */
export type SecretOf = (purpose: string) => string;

/**
 * The key of generated secrets lives in the node's credentials, where a backup, a project or another container finds it
 * with the flow. What Node-RED 4.1 does with it (@node-red/runtime, nodes/credentials.js): `addCredentials` keeps it in
 * memory and marks the credentials as changed, and only the next deploy writes them to the disk (flows/index.js
 * `setFlows`; nodes have no way to ask for that). The editor cannot wipe it: `extract` touches only credentials that the
 * type declares. `clean` drops credentials whose id is not a node of the flows, so inside a subflow the key is that of
 * the template's node, and its instances differ by their ids. Until a deploy has written it, the file in the user
 * directory, which versions up to 0.1.0 used alone, carries the same key over a restart: the secrets stay the same.
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
