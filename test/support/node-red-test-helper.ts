import type { EventEmitter } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Node, NodeAPI } from 'node-red';

export type FlowNode = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };
export type Credentials = Readonly<Record<string, Readonly<Record<string, string>>>>;
export type Registration = (RED: NodeAPI) => unknown;

/** The part of node-red-node-test-helper, which brings no types, that the tests use. */
export interface TestHelper {
  settings(settings: Readonly<Record<string, unknown>>): unknown;
  load(nodes: Registration[], flow: readonly FlowNode[], credentials: Credentials): Promise<void>;
  unload(): Promise<void>;
  startServer(): Promise<void>;
  stopServer(): Promise<void>;
  getNode(id: string): Node | null;
  /** A spy of Node-RED's log; 30 is the level of warnings. */
  log(): {
    readonly args: readonly (readonly [{ readonly level: number; readonly id?: string; readonly msg?: unknown }])[];
  };
  readonly _redNodes: {
    setFlows(flow: readonly FlowNode[], credentials: Credentials, type: 'full' | 'nodes' | 'flows'): Promise<unknown>;
    /** Keeps the credentials of a node as an upload does. */
    addCredentials(id: string, credentials: Readonly<Record<string, string>>): Promise<void>;
    getFlows(): { readonly flows: FlowNode[] };
    getCredentials(id: string): Readonly<Record<string, string>> | undefined;
  };
  readonly _events: EventEmitter;
  readonly _httpAdmin: RequestListener;
}

export const helper = require('node-red-node-test-helper') as TestHelper;
