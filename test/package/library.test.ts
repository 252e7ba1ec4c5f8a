import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from '@typescript/typescript6';
import { type PackageManifest, type PackedPackage, packPackage } from './packed';

/** Types that are computed from tables, whose parts have no name, and what a user gives back as it is. */
const whole = new Set([
  'catalog',
  'AnswerOf',
  'InputOf',
  'ItemOf',
  'OperationId',
  'ListOperationId',
  'PagedOperationId',
  'SimulatorSnapshot',
  'DeliveryFaultEffect',
  'FaultEffect',
  'SimulatorEvent',
]);

/** The types that the exported declarations of a file name without exporting them. */
function unexportedTypes(file: string): string[] {
  const program = ts.createProgram([file], { noLib: true, types: [] });
  const source = program.getSourceFile(file) ?? assert.fail(file);
  const checker = program.getTypeChecker();
  const exported = new Map(
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(source) ?? assert.fail(file))
      .map((symbol) => [symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol, symbol.name]),
  );
  const missing = new Set<string>();
  for (const [symbol, name] of exported) {
    if (whole.has(name)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
        const named = checker.getSymbolAtLocation(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
        const isOurs = named?.declarations?.some(
          (declaration) =>
            declaration.getSourceFile() === source &&
            !ts.isTypeParameterDeclaration(declaration) &&
            !ts.isImportSpecifier(declaration),
        );
        if (named !== undefined && isOurs && !exported.has(named)) missing.add(`${name}: ${named.name}`);
      }
      ts.forEachChild(node, visit);
    };
    for (const declaration of symbol.declarations ?? []) visit(declaration);
  }
  return [...missing].sort();
}

describe('the package as a library', () => {
  let packed: PackedPackage;
  before(async () => {
    packed = await packPackage();
  });
  after(() => packed?.remove());

  const entries = () =>
    Object.entries(packed.manifest.exports).filter(
      (entry): entry is [string, Exclude<PackageManifest['exports'][string], string>] => typeof entry[1] !== 'string',
    );
  const nameOf = (path: string) => join(packed.manifest.name, path);

  it('exports every type that a user is handed', () => {
    for (const [, { types }] of entries()) assert.deepEqual(unexportedTypes(join(packed.directory, types)), [], types);
  }).timeout(60_000);

  it('can be required by the names of `exports`, and by no other', () => {
    const require = createRequire(join(packed.project, 'user.js'));
    assert.deepEqual(
      entries().map(([path]) => path),
      ['.', './schedule', './sigv4', './waveform'],
    );
    for (const [path] of entries()) assert(Object.keys(require(nameOf(path))).length > 0, path);
    assert.equal(require(nameOf('package.json')).name, packed.manifest.name);
    for (const path of [
      'dist/library/index.js',
      'dist/library/bundle',
      'dist/src',
      'client',
      'simulator',
      'dist/palette/cloud-call',
    ])
      assert.throws(() => require(nameOf(path)), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' }, path);
  });

  it('gives the same names to import and require', async () => {
    const require = createRequire(join(packed.project, 'user.js'));
    for (const [path] of entries()) {
      const { default: required, 'module.exports': _, ...named } = await import(require.resolve(nameOf(path)));
      assert.deepEqual(Object.keys(named).sort(), Object.keys(required).sort(), path);
    }
  });
});
