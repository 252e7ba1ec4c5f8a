import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Module, modules } from './modules';

export const root = join(__dirname, '..', '..', '..');

const named = /^(import|export)(?: type)? \{([^}]*)\} from '(\.[^']+)'/gm;

/** One import of a source file; `import`, `export from`, `import()`, `require()` and types alike. */
export interface Import {
  /** Relative to the root, as all paths here. */
  readonly file: string;
  /** A file of ours, or the name of a package. */
  readonly target: string;
  readonly isPackage: boolean;
}

const sources: ReadonlySet<string> = new Set(
  ['src', 'nodes', 'plugins'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  ),
);

export const sourceFiles: readonly string[] = [...sources].sort();

// The formatter holds every import to one of these forms.
const specifier = /(?:^(?:import|export)\b[^;'()=]*?\bfrom |^import |\bimport\(|\brequire\()'([^'\n]+)'/gm;

/** What each file imports. */
export const imports: readonly Import[] = sourceFiles.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(specifier)]
    .filter(([, name = '']) => !isTexts(name))
    .map(([, name = '']) =>
      name.startsWith('.')
        ? { file, target: fileOf(file, name), isPackage: false }
        : { file, target: name, isPackage: true },
    ),
);

/** The English texts give their keys as types; at run time Node-RED reads them. */
function isTexts(name: string): boolean {
  return name.includes('/locales/');
}

/** Where files name a file of texts: the whole line of each. */
export const textImports: readonly string[] = sourceFiles.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^.*'[^'\n]*\/locales\/[^'\n]+\.json'.*$/gm)].map(
    ([line]) => `${file}: ${line}`,
  ),
);

function fileOf(importer: string, path: string): string {
  const base = normalize(join(dirname(importer), path));
  const found = [`${base}.ts`, join(base, 'index.ts')].find((file) => sources.has(file));
  if (found === undefined) throw new Error(`${importer} imports ${path}, which is no source file`);
  return found;
}

/** Of the modules whose folder holds the file the innermost one. */
export function moduleOf(file: string): Module {
  const folder = file.replace(/^nodes\/[^/]+/, 'nodes/<type>');
  const holding = modules.filter(
    (module) => folder.startsWith(`${module.folder}/`) && (module.files ?? kindOf(file)) === kindOf(file),
  );
  const [innermost] = holding.sort((a, b) => b.folder.length - a.folder.length);
  if (innermost === undefined) throw new Error(`${file} is in no module of the table`);
  return innermost;
}

function kindOf(file: string): Module['files'] {
  if (file.endsWith('.editor.ts')) return 'dialog';
  return /\.(fields|upgrades|operations)\.ts$/.test(file) ? 'fields' : 'runtime';
}

/** The folder of the module, with the node type where it is a node. */
export function folderOf(file: string): string {
  return file.startsWith('nodes/') ? file.split('/').slice(0, 2).join('/') : moduleOf(file).folder;
}

const isUser = /^(nodes|plugins|src\/runtime\/admin)\//;

/** The nodes that need a file, and the admin routes as one more, by way of whatever imports it; a name that an entry only passes on is traced to its file. */
export function usersOf(file: string): ReadonlySet<string> {
  const seen = new Set([file]);
  const users = new Set<string>();
  for (const each of seen) {
    if (isUser.test(each)) users.add(folderOf(each));
    for (const importer of importersOf.get(each) ?? []) seen.add(importer);
  }
  return users;
}

function importersByFile(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of sourceFiles)
    for (const target of namedTargets(file)) {
      const importers = found.get(target) ?? new Set();
      found.set(target, importers.add(file));
    }
  return found;
}

/** The files in which the names that a file imports are written. */
function namedTargets(file: string): readonly string[] {
  if (file.endsWith('/index.ts')) return [];
  const text = readFileSync(join(root, file), 'utf8');
  const direct = imports.filter((each) => each.file === file && !each.isPackage && !each.target.endsWith('/index.ts'));
  const throughEntry = [...text.matchAll(named)].flatMap(([, , names = '', path = '']) => {
    const entry = fileOf(file, path);
    if (!entry.endsWith('/index.ts')) return [];
    const passedOn = exportsOf(entry);
    return namesIn(names).flatMap((name) => passedOn.get(name) ?? []);
  });
  return [...direct.map(({ target }) => target), ...throughEntry];
}

/** What an entry passes on: the name and the file in which it is written. */
export function exportsOf(entry: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, entry), 'utf8');
  return new Map(
    [...text.matchAll(named)]
      .filter(([, kind]) => kind === 'export')
      .flatMap(([, , names = '', path = '']) => namesIn(names).map((name) => [name, fileOf(entry, path)] as const)),
  );
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    )
    .filter((name) => name !== '');
}

const importersOf = importersByFile();
