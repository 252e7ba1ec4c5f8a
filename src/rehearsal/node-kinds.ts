/**
 * What a rehearsal does with the core nodes of Node-RED. A type that is in no list is of another family, and becomes a stand-in.
 *
 * - `runs`: the node itself.
 * - `source`: begins messages from outside; it is silent but for what the scenario emits.
 * - `answers`: does something outside and passes a message on; it is answered as if it had worked.
 * - `sink`: does something outside; what it would have got is recorded.
 * - `config`: settings of such a node; it is left out.
 */
export type NodeKind = 'runs' | 'source' | 'answers' | 'sink' | 'config';

const kinds: { readonly [Kind in NodeKind]: readonly string[] } = {
  runs: [
    ...['tab', 'subflow', 'group', 'junction', 'comment', 'global-config'],
    ...['inject', 'debug', 'complete', 'catch', 'status', 'link in', 'link out', 'link call'],
    ...['function', 'switch', 'change', 'range', 'template', 'delay', 'trigger', 'rbe'],
    ...['split', 'join', 'sort', 'batch', 'csv', 'html', 'json', 'xml', 'yaml'],
  ],
  source: ['http in', 'mqtt in', 'websocket in', 'tcp in', 'udp in', 'watch'],
  answers: ['http request', 'file', 'file in', 'exec', 'tcp request'],
  sink: ['http response', 'mqtt out', 'websocket out', 'tcp out', 'udp out'],
  config: ['tls-config', 'http proxy', 'mqtt-broker', 'websocket-listener', 'websocket-client'],
};

const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, types]) => types.map((type) => [type, kind as NodeKind] as const)),
);

/** What becomes of a core node; undefined for the type of another package. */
export function coreKind(type: string): NodeKind | undefined {
  return kindOf.get(type);
}

/** The files of the core nodes that a rehearsal does not load: nothing that can leave the machine is there. */
export const excludedCoreFiles: readonly string[] = [
  ...['10-mqtt.js', '21-httpin.js', '21-httprequest.js', '22-websocket.js', '31-tcpin.js', '32-udp.js'],
  ...['05-tls.js', '06-httpproxy.js', '10-file.js', '23-watch.js', '90-exec.js'],
];

/** The only modules of Node that a function node may have in a rehearsal. */
export const pureModules: ReadonlySet<string> = new Set(
  ['assert', 'buffer', 'events', 'path', 'punycode', 'querystring', 'string_decoder', 'url', 'util', 'timers'].flatMap(
    (name) => [name, `node:${name}`],
  ),
);
