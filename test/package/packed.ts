import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

/** The package as a user gets it. */
export interface PackedPackage {
  /** A project in which it is installed; its dependencies are those of this repository. */
  readonly project: string;
  readonly directory: string;
  readonly manifest: PackageManifest;
  readonly sizeBytes: number;
  remove(): void;
}

export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly keywords?: readonly string[];
  readonly repository?: { readonly type: string; readonly url: string };
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly types?: string;
  readonly 'node-red': { readonly version?: string; readonly nodes: Readonly<Record<string, string>> };
}

/** Packs what is built and unpacks it below this repository, where its dependencies are found. */
export function packPackage(): PackedPackage {
  mkdirSync(join(packageRoot, '.out'), { recursive: true });
  const project = mkdtempSync(join(packageRoot, '.out', 'packed-'));
  const pack = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', project];
  const report = JSON.parse(execFileSync('npm', pack, { cwd: packageRoot, encoding: 'utf8' })) as
    | readonly { readonly filename: string }[]
    | Readonly<Record<string, { readonly filename: string }>>;
  const [packed] = Object.values(report);
  if (packed === undefined) throw new Error('npm pack reported nothing');
  const tarball = join(project, packed.filename);
  const directory = join(project, 'node_modules', '@breakerflow', 'node-red-breakers');
  mkdirSync(directory, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', directory]);
  return {
    project,
    directory,
    manifest: JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as PackageManifest,
    sizeBytes: statSync(tarball).size,
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}
