import { EventEmitter } from 'node:events';
import type { Node, NodeAPI, NodeStatus } from 'node-red';
import { type Account, asTrial, constructorOf, type Message, registerOf } from '..';

/** What a node is made of for a trial. */
interface TrialNodeOptions {
  readonly account: Account;
  readonly accountId: string;
  readonly type: string;
  readonly nodeId: string;
  readonly flowId: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Of the editor that asks. */
  readonly language: string | undefined;
  readonly onSend: (output: number, msg: Message) => void;
  readonly onStatus: (text: string) => void;
}

/** A node outside the flows, which nothing but the trial reaches. */
export interface TrialNode {
  /** Resolves when the node has done with the message; rejects as it would tell a Catch node. */
  input(msg: Message): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes a node of a type with these fields, as a deploy would; undefined for a type of another package. It has the account of
 * the trial, no wires, and no part in deploys.
 */
export function createTrialNode(RED: NodeAPI, options: TrialNodeOptions): TrialNode | undefined {
  const register = registerOf(options.type);
  if (register === undefined) return undefined;
  const node = bareNode(RED, options);
  const construct = constructorOf(trialRuntime(RED, options), register);
  asTrial(() => construct.call(node as unknown as Node, node.definition as never));
  const send = (sent: unknown) => {
    const outputs: unknown[] = Array.isArray(sent) ? sent : [sent];
    outputs.forEach((each, output) => {
      for (const msg of Array.isArray(each) ? each : [each])
        if (msg !== null && msg !== undefined) options.onSend(output, msg as Message);
    });
  };
  return {
    input: (msg) =>
      new Promise((resolve, reject) => {
        const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
        asTrial(() => node.emit('input', msg, send, done));
      }),
    close: () => new Promise((resolve) => asTrial(() => node.emit('close', false, resolve))),
  };
}

/** Looks like a node of Node-RED to its own code. The context is that of the flow, where one of its nodes runs. */
function bareNode(RED: NodeAPI, { type, nodeId, flowId, config, accountId, onStatus }: TrialNodeOptions) {
  const neighbour = neighbourOf(RED, nodeId, flowId);
  const name = String(config.name ?? '');
  const definition = { ...config, id: nodeId, type, name, z: flowId, account: accountId, wires: [] };
  return Object.assign(new EventEmitter(), {
    ...{ definition, id: nodeId, type, name, z: flowId, credentials: {} },
    _flow: (neighbour as { readonly _flow?: unknown } | undefined)?._flow,
    context: () => neighbour?.context() ?? noContext,
    status: (status: NodeStatus | string) => {
      const text = typeof status === 'string' ? status : (status.text ?? '');
      if (text !== '') onStatus(text);
    },
    send() {},
    receive() {},
    ...{ log() {}, warn() {}, error() {}, debug() {}, trace() {} },
  });
}

const noContext = { get: () => undefined, set() {}, keys: () => [] };

function neighbourOf(RED: NodeAPI, nodeId: string, flowId: string): Node | undefined {
  const own = RED.nodes.getNode(nodeId);
  if (own) return own;
  let found: Node | undefined;
  RED.nodes.eachNode(({ id, z }) => {
    if (found === undefined && z === flowId) found = RED.nodes.getNode(id) ?? undefined;
  });
  return found;
}

/** Node-RED as the node sees it: its account is that of the trial, and it hears of no deploy. */
function trialRuntime(RED: NodeAPI, { account, accountId, language }: TrialNodeOptions): NodeAPI {
  const nodes = Object.create(RED.nodes, {
    createNode: { value() {} },
    getNode: { value: (id: string) => (id === accountId ? { account } : RED.nodes.getNode(id)) },
  });
  const inLanguage = language === undefined ? {} : { lng: language };
  return Object.create(RED, {
    nodes: { value: nodes },
    events: { value: new EventEmitter() },
    _: { value: (key: string, params?: object) => RED._(key, { ...params, ...inLanguage } as Record<string, string>) },
  });
}
