import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly 'node-red': { readonly version?: string; readonly nodes: Readonly<Record<string, string>> };
}

/** The part of scripts/pack.mjs that is used here. */
interface PackScript {
  packInto(directory: string): Promise<{ readonly tarball: { readonly sizeBytes: number }; readonly unpacked: string }>;
}

/** Packs what is built and unpacks it below this repository, where its dependencies are found. */
export async function packPackage(): Promise<PackedPackage> {
  const { packInto } = (await import(pathToFileURL(join(packageRoot, 'scripts/pack.mjs')).href)) as PackScript;
  mkdirSync(join(packageRoot, '.out'), { recursive: true });
  const project = mkdtempSync(join(packageRoot, '.out', 'packed-'));
  const { tarball, unpacked } = await packInto(project);
  return {
    project,
    directory: unpacked,
    manifest: JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as PackageManifest,
    sizeBytes: tarball.sizeBytes,
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}
