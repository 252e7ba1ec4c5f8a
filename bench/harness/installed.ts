import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The part of scripts/pack.mjs that is used here. */
interface PackScript {
  packInto(directory: string): Promise<unknown>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/**
 * A `node_modules` as `npm install` leaves it in a user directory: the packed package, and beside it what it depends on.
 * With a link in its place Node-RED's start costs twice as much more, because it is the first link that Node.js meets there.
 */
export async function installedModules(directory: string): Promise<string> {
  const root = process.cwd();
  const project = mkdtempSync(join(directory, 'installed-'));
  const { packInto } = (await import(pathToFileURL(join(root, 'scripts/pack.mjs')).href)) as PackScript;
  await packInto(project);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  for (const [path, { dev, devOptional }] of Object.entries(packages))
    if (path !== '' && !dev && !devOptional) cpSync(join(root, path), join(project, path), { recursive: true });
  return join(project, 'node_modules');
}
