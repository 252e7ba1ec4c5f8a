import { createContext, runInContext } from 'node:vm';
import { nodeHtml, nodes } from './palette-html';

interface ConfigProperty {
  readonly required?: boolean;
  validate?(this: object, value: unknown, options: object): true | string;
}
/** What a node type registers in the editor. */
interface Definition {
  readonly defaults: Readonly<Record<string, ConfigProperty>>;
  onadd(this: object): void;
}

/** What the built html of each node type registers in an editor whose config nodes are these, by their ids. */
export function registeredIn(
  configNodes: Readonly<Record<string, { readonly valid?: boolean }>>,
): Map<string, Definition> {
  const registered = new Map<string, Definition>();
  const page = createContext({
    RED: {
      nodes: {
        registerType: (type: string, definition: Definition) => registered.set(type, definition),
        node: (id: string) => configNodes[id] ?? null,
      },
      events: { on() {} },
      _: (key: string) => key,
    },
    document: { createElement: () => ({}), head: { append() {} }, querySelectorAll: () => [] },
    Event,
    addEventListener() {},
    dispatchEvent() {},
  });
  for (const type of Object.keys(nodes))
    for (const [, code = ''] of nodeHtml(type).matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g))
      runInContext(code, page);
  return registered;
}
