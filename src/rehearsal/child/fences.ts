import dgram from 'node:dgram';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { sep } from 'node:path';

/** Doors of Node's modules that are shut whole, with what somebody who tries one would do. */
const shut: Readonly<Record<string, { readonly names: readonly string[]; readonly what: string }>> = {
  'node:net': { names: ['connect', 'createConnection'], what: 'a connection' },
  'node:tls': { names: ['connect', 'createServer'], what: 'a TLS connection' },
  'node:dgram': { names: ['createSocket'], what: 'a UDP socket' },
  'node:http2': { names: ['connect', 'createServer', 'createSecureServer'], what: 'an HTTP/2 connection' },
  'node:dns': {
    names: [
      'lookup',
      'lookupService',
      'resolve',
      'resolve4',
      'resolve6',
      'resolveAny',
      'resolveTxt',
      'resolveSrv',
      'reverse',
      'Resolver',
    ],
    what: 'a lookup of a name',
  },
  'node:dns/promises': {
    names: ['lookup', 'lookupService', 'resolve', 'resolve4', 'resolve6', 'reverse', 'Resolver'],
    what: 'a lookup of a name',
  },
  'node:child_process': {
    names: ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'],
    what: 'a program',
  },
  'node:cluster': { names: ['fork'], what: 'a program' },
  'node:worker_threads': { names: ['Worker'], what: 'a thread' },
  'node:inspector': { names: ['open'], what: 'the debugger' },
  'node:v8': { names: ['writeHeapSnapshot', 'setHeapSnapshotNearHeapLimit', 'setFlagsFromString'], what: 'the engine' },
};

const shutGlobals = { fetch: 'a request', WebSocket: 'a WebSocket', EventSource: 'an event stream' } as const;

/** Of the process: with them it could be ended, or code of another kind be loaded. */
const shutProcess = [
  ...['exit', 'abort', 'kill', 'reallyExit', 'dlopen', 'binding', '_linkedBinding', 'chdir', '_debugProcess', 'setuid'],
  ...['setgid', 'getBuiltinModule', 'loadEnvFile'],
];

const readers = [
  ...['readFile', 'open', 'readdir', 'opendir', 'readlink', 'createReadStream', 'watch', 'watchFile', 'openAsBlob'],
];
const writers = [
  ...['appendFile', 'chmod', 'chown', 'copyFile', 'cp', 'link', 'mkdir', 'mkdtemp', 'rename', 'rm', 'rmdir', 'symlink'],
  ...['truncate', 'unlink', 'utimes', 'writeFile', 'createWriteStream'],
];

export class FenceError extends Error {
  override readonly name = 'FenceError';

  constructor(what: string) {
    super(`a rehearsal touches nothing outside: ${what}`);
  }
}

export interface FenceOptions {
  /** The only directory that may be written to. */
  readonly folder: string;
  /** The directories that may be read. */
  readonly readable: readonly string[];
  readonly onTry: (what: string) => void;
}

/**
 * Shuts every way out of the process but reading `readable` and writing below `folder`, and tells each try. What JavaScript could
 * open again by other doors, Node's permissions refuse: programs, threads, files. Returns what refuses and tells.
 */
export function installFences({ folder, readable, onTry }: FenceOptions): (what: string) => never {
  const refuse = (what: string): never => {
    onTry(what);
    throw new FenceError(what);
  };
  for (const [name, { names, what }] of Object.entries(shut)) {
    const module = require(name) as Doors;
    for (const key of names)
      replace(module, key, function shutDoor(first: unknown) {
        return refuse(`${what} (${name.slice('node:'.length)}.${key} ${shown(first)})`);
      });
  }
  replace(net.Socket.prototype, 'connect', (first: unknown) => refuse(`a connection (${shown(first)})`));
  for (const name of ['bind', 'connect', 'send'])
    replace(dgram.Socket.prototype, name, () => refuse(`a UDP socket (${name})`));
  for (const [name, what] of Object.entries(shutGlobals))
    replace(globalThis, name, function shutGlobal(address: unknown) {
      return refuse(`${what} (${name} ${shown(address)})`);
    });
  for (const name of shutProcess) replace(process, name, () => refuse(`the process itself (process.${name})`));
  replace(process.report, 'writeReport', () => refuse('a report of the process'));
  fence(readers, [folder, ...readable], refuse);
  fence(writers, [folder], refuse);
  // Node's permissions forbid to flush a file; what is written here is removed in the end.
  replace(fs, 'fsyncSync', () => {});
  replace(fs, 'fsync', (_file: number, done: (error: null) => void) => setImmediate(() => done(null)));
  syncBuiltinESMExports();
  return refuse;
}

type Doors = Record<string, unknown>;

const shown = (value: unknown) =>
  String(typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '')).slice(0, 100);

function replace(object: object, name: string, value: unknown): void {
  if ((object as Doors)[name] === undefined) return;
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

/** Lets functions of `fs` through only to what lies below one of the directories. */
function fence(names: readonly string[], allowed: readonly string[], refuse: (what: string) => never): void {
  const isAllowed = (path: unknown) => {
    const text = path instanceof URL ? path.pathname : String(path);
    return allowed.some((folder) => text === folder || text.startsWith(folder.endsWith(sep) ? folder : folder + sep));
  };
  const guard = (module: Doors, name: string) => {
    const original = module[name];
    if (typeof original !== 'function') return;
    // The second path is the one that is written to.
    const second = /^(copyFile|cp|link|rename|symlink)/.test(name);
    replace(module, name, function guarded(this: unknown, ...given: unknown[]) {
      const target = second ? given[1] : given[0];
      // A file that is open already has a number: it was let through when it was opened.
      if (typeof target !== 'number' && !isAllowed(target)) return refuse(`a file (fs.${name} ${shown(target)})`);
      return Reflect.apply(original, this, given);
    });
    // What else hangs on a function, such as `realpath.native`.
    Object.assign(module[name] as object, original);
  };
  for (const name of names) {
    guard(fs as unknown as Doors, name);
    guard(fs as unknown as Doors, `${name}Sync`);
    guard(fs.promises as unknown as Doors, name);
  }
}
