import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWorker, type Worker, type WorkerOptions } from './worker';

export interface NodeRedOptions {
  readonly directory: string;
  readonly port: number;
  /** Modules that the user directory links to: name -> where they are. */
  readonly modules?: Readonly<Record<string, string>>;
  /** A `node_modules` with the package, of which the user directory gets a copy. */
  readonly installed?: string;
  readonly flows?: readonly object[];
  /** By node id. */
  readonly credentials?: Readonly<Record<string, object>>;
  /** Lines of the settings file besides the usual ones. */
  readonly settings?: string;
}

const root = process.cwd();
const family = '@breakerflow/node-red-breakers';

/** The package itself, to be named in `modules`. */
export const ourPackage = { [family]: root };

/** Makes a user directory and returns its path. */
export function makeUserDirectory(options: NodeRedOptions): string {
  const directory = mkdtempSync(join(options.directory, 'user-'));
  const modules = options.modules ?? {};
  for (const [name, target] of Object.entries(modules)) {
    const link = join(directory, 'node_modules', name);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(target, link);
  }
  const { installed } = options;
  if (installed !== undefined) cpSync(installed, join(directory, 'node_modules'), { recursive: true });
  const names = [...Object.keys(modules), ...(installed === undefined ? [] : [family])];
  const dependencies = Object.fromEntries(names.map((name) => [name, '*']));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: 'bench', private: true, dependencies }));
  writeFileSync(join(directory, 'flows.json'), JSON.stringify(options.flows ?? []));
  writeFileSync(join(directory, 'flows_cred.json'), JSON.stringify(options.credentials ?? {}));
  writeFileSync(
    join(directory, 'settings.js'),
    `module.exports = {
  uiHost: '127.0.0.1', uiPort: ${options.port}, flowFile: 'flows.json', credentialSecret: false,
  telemetry: { enabled: false, updateNotification: false },
  externalModules: { palette: { allowInstall: false }, modules: { allowInstall: false } },
  editorTheme: { tours: false, projects: { enabled: false }, palette: { catalogues: [] } },
  logging: { console: { level: 'info', metrics: false, audit: false } },
  ${options.settings ?? ''}
};
`,
  );
  return directory;
}

/** Starts Node-RED on a user directory; resolves when it serves and its flows run. */
export async function startNodeRed(
  directory: string,
  options: Pick<WorkerOptions, 'env' | 'onLine'> = {},
): Promise<Worker> {
  const waitedFor = [/Started flows/, /Server now running/];
  let ready = () => {};
  let failed = (_error: Error) => {};
  const started = new Promise<void>((resolve, reject) => {
    ready = resolve;
    failed = reject;
  });
  const worker = startWorker(join(root, 'node_modules/node-red/red.js'), {
    args: ['--userDir', directory, '--settings', join(directory, 'settings.js')],
    execArgv: ['--require', require.resolve('../sides/probe')],
    ...options,
    onLine(line) {
      options.onLine?.(line);
      const at = waitedFor.findIndex((pattern) => pattern.test(line));
      if (at >= 0) waitedFor.splice(at, 1);
      if (waitedFor.length === 0) ready();
    },
  });
  worker.process.once('exit', (code) => failed(new Error(`Node-RED ended with ${code}`)));
  await started;
  return worker;
}
