import assert from 'node:assert/strict';
import { exportsOf, folderOf, imports, moduleOf, sourceFiles, textImports, usersOf } from './imports';
import { type Module, modules } from './modules';

const isFilesOf = (module: Module) => sourceFiles.filter((file) => moduleOf(file) === module);
const nameOf = ({ folder, files }: Module) => (files === undefined ? folder : `${folder} (${files})`);
const foreign = imports.filter(({ file, target, isPackage }) => !isPackage && folderOf(file) !== folderOf(target));

describe('architecture: the table of modules', () => {
  it('has a place for every source file, and files for every module', () => {
    for (const file of sourceFiles) moduleOf(file);
    for (const module of modules) assert(isFilesOf(module).length > 0, nameOf(module));
  });

  it('goes from the bottom to the top: a module imports modules named before it, so that there are no cycles', () => {
    for (const [index, { folder, imports: below }] of modules.entries())
      for (const name of below)
        assert(
          modules.slice(0, index).some((other) => other.folder === name),
          `${folder} imports ${name}`,
        );
  });

  it('allows nothing that no file needs', () => {
    for (const module of modules)
      for (const name of module.imports)
        assert(
          foreign.some(({ file, target }) => moduleOf(file) === module && moduleOf(target).folder === name),
          `${nameOf(module)} does not import ${name}`,
        );
  });
});

describe('architecture: imports', () => {
  it('cross modules as the table says, and only through index.ts; no node imports another node', () => {
    const wrong = foreign.filter(
      ({ file, target }) => !moduleOf(file).imports.includes(moduleOf(target).folder) || !target.endsWith('/index.ts'),
    );
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} imports ${target}`),
      [],
    );
  });

  it('use only the packages that the table names', () => {
    const wrong = imports.filter(
      ({ file, target, isPackage }) =>
        isPackage && !(moduleOf(file).packages ?? []).includes(target.startsWith('node:') ? 'node:' : target),
    );
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} imports ${target}`),
      [],
    );
  });

  it('of texts are types, so that no text is bundled or loaded: the keys are all that the code needs', () => {
    assert(textImports.length > 0);
    assert.deepEqual(
      textImports.filter(
        (line) => !/^\S+: import type english from '[^']+\/locales\/en-US\/[\w-]+\.json';$/.test(line),
      ),
      [],
    );
  });

  it('of what the browser gets stay within what the browser can run', () => {
    const runsThere = new Set(modules.filter(({ browser }) => browser).map(({ folder }) => folder));
    for (const module of modules.filter(({ browser }) => browser)) {
      assert(!module.packages?.includes('node:'), nameOf(module));
      for (const name of module.imports) assert(runsThere.has(name), `${nameOf(module)} imports ${name}`);
    }
  });
});

describe('architecture: what nodes share', () => {
  const isSingle = (file: string) => usersOf(file).size < 2;

  it('is all that the entry of src/runtime exports: each of its files serves two nodes or more', () => {
    assert.deepEqual(
      [...exportsOf('src/runtime/index.ts')].filter(([, file]) => isSingle(file)),
      [],
    );
  });

  // client, receiver and control are whole subjects, usable without Node-RED: they are not cut by who asks today.
  it('is all that stands in src/runtime and src/call-form: what serves one node is in the folder of the node', () => {
    const shared = ['src/runtime', 'src/runtime/receiver', 'src/runtime/made', 'src/call-form'];
    const single = sourceFiles.filter(
      (file) => shared.includes(moduleOf(file).folder) && !file.endsWith('/index.ts') && isSingle(file),
    );
    assert.deepEqual(single, []);
  });
});
