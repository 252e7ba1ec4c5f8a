import type { Node, NodeAPI, NodeDef } from 'node-red';

/** What registers a node type: what the module of a node exports. */
export type Register = (RED: NodeAPI) => void;

/** What Node-RED has to know of a node type before there is a node of it. */
export interface LazyNode {
  readonly type: string;
  readonly credentials: Readonly<Record<string, { readonly type: 'text' | 'password' }>>;
  /** Whether registering adds admin routes, all below this path. */
  readonly adminPath?: string;
}

export type Construct = (this: Node, definition: NodeDef) => void;

/** How the module of each type is loaded. */
const modules = new Map<string, () => Register>();

/** What registers nodes of a type; undefined for a type of another package. */
export function registerOf(type: string): Register | undefined {
  return modules.get(type)?.();
}

/**
 * Registers a node type whose module is loaded with the first node of it, or with the first request for its admin routes: a
 * Node-RED that has the package but no flow with it starts as fast as one without.
 */
export function lazyNode({ type, credentials, adminPath }: LazyNode, load: () => Register): Register {
  modules.set(type, load);
  return (RED) => {
    let construct: Construct | undefined;

    function loaded(): Construct {
      construct ??= constructorOf(RED, load());
      return construct;
    }

    function lazyConstruct(this: Node, definition: NodeDef): void {
      loaded().call(this, definition);
    }

    if (adminPath !== undefined)
      // Routes that are added meanwhile come after this one: the request finds them.
      RED.httpAdmin.use(adminPath, (_request, _response, next) => {
        loaded();
        next();
      });
    RED.nodes.registerType(type, lazyConstruct as never, { credentials: credentials as never });
  };
}

/** The constructor that `register` passes to `registerType`, which is replaced for this. */
export function constructorOf(RED: NodeAPI, register: Register): Construct {
  let found: Construct | undefined;
  const nodes = Object.create(RED.nodes, {
    registerType: {
      value(_type: string, construct: Construct) {
        found = construct;
      },
    },
  });
  register(Object.create(RED, { nodes: { value: nodes } }));
  if (found === undefined) throw new Error('the module has registered no node');
  return found;
}
