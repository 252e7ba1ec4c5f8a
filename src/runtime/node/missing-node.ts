import type { NodeAPI } from 'node-red';
import { ClientError } from '../../client';
import { problem } from '../../schema';

/** What a node leaves at itself while its settings are wrong: for the nodes that use it, and for a rehearsal. */
export interface RefusedNode {
  /** Every problem of its settings, by the labels of its dialog, in Node-RED's language. */
  readonly wrongSettings?: string;
}

/** Why a config node that a field names does not run: it is not there, it is disabled, or its settings are wrong. */
export function missingNode(RED: NodeAPI, id: string, field: string): ClientError {
  const stored = storedNode(RED, id);
  const running = RED.nodes.getNode(id) as unknown as RefusedNode | null;
  const name = nameOf(stored) ?? id;
  const refuse = (rule: string, message: string, params?: Readonly<Record<string, string>>) =>
    new ClientError('INVALID_INPUT', `the ${field} ${message}`, {
      validations: [problem(field, rule, message, params)],
      retryable: false,
    });
  if (running?.wrongSettings !== undefined) {
    const problems = running.wrongSettings;
    return refuse('nodeWrong', `"${name}" has wrong settings: ${problems}`, { name, problems });
  }
  if (stored?.d === true) return refuse('nodeDisabled', `"${name}" is disabled`, { name });
  return refuse('nodeMissing', 'is missing: choose one');
}

/** Whether a config node runs that cannot be used as it is set. */
export function hasWrongSettings(RED: NodeAPI, id: string): boolean {
  return (RED.nodes.getNode(id) as unknown as RefusedNode | null)?.wrongSettings !== undefined;
}

type StoredNode = Readonly<Record<string, unknown>>;

function storedNode(RED: NodeAPI, id: string): StoredNode | undefined {
  let found: StoredNode | undefined;
  if (id !== '')
    RED.nodes.eachNode((node) => {
      if (node.id === id) found = node as unknown as StoredNode;
    });
  return found;
}

function nameOf(stored: StoredNode | undefined): string | undefined {
  return typeof stored?.name === 'string' && stored.name !== '' ? stored.name : undefined;
}
