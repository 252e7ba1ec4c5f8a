import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { lanes, root } from './lanes';

interface LockFile {
  /** By path. */
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

interface Installed {
  readonly version: string;
  readonly folder: string;
}

/** What is installed for the project and for the lanes of this run, by the name of the package. */
function installedPackages(): ReadonlyMap<string, readonly Installed[]> {
  const found = new Map<string, Installed[]>();
  for (const top of new Set([root, ...lanes.map(({ script }) => dirname(dirname(dirname(script))))])) {
    const { packages }: LockFile = JSON.parse(readFileSync(join(top, 'node_modules/.package-lock.json'), 'utf8'));
    for (const [path, { version }] of Object.entries(packages)) {
      const folder = join(top, path);
      const name = path.split('node_modules/').at(-1);
      // What is for other systems stands in the lock file and is not installed.
      if (version === undefined || name === undefined || !existsSync(folder)) continue;
      const known = found.get(name) ?? [];
      if (!known.some((one) => one.version === version)) known.push({ version, folder });
      found.set(name, known);
    }
  }
  return found;
}

/** Sends a folder as npm expects a package: in one folder, without what it has installed itself. */
function sendTarball(folder: string, response: ServerResponse): void {
  const tar = spawn('tar', ['-cz', '--exclude', 'node_modules', '-C', dirname(folder), basename(folder)]);
  response.setHeader('Content-Type', 'application/octet-stream');
  tar.stdout.pipe(response);
  tar.once('close', (code) => {
    if (code !== 0) response.destroy();
  });
}

let starting: Promise<string> | undefined;

/**
 * The address of a registry on loopback, which has what is installed already: what npm installs in these tests comes from no
 * other host, and is what package-lock.json names.
 */
export function localRegistry(): Promise<string> {
  starting ??= new Promise((resolve) => {
    const packages = installedPackages();
    let address = '';
    const server = createServer((request, response) => {
      const [name = '', version] = decodeURIComponent((request.url ?? '').slice(1)).split('/-/');
      const known = packages.get(name);
      if (known === undefined) {
        response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
        return;
      }
      if (version !== undefined) {
        const wanted = known.find((one) => `${one.version}.tgz` === version);
        if (wanted === undefined) response.writeHead(404).end();
        else sendTarball(wanted.folder, response);
        return;
      }
      const versions = known.map((one) => {
        const manifest = JSON.parse(readFileSync(join(one.folder, 'package.json'), 'utf8'));
        return [one.version, { ...manifest, dist: { tarball: `${address}${name}/-/${one.version}.tgz` } }];
      });
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({
          name,
          'dist-tags': { latest: known[0]?.version },
          versions: Object.fromEntries(versions),
        }),
      );
    });
    server.listen(0, '127.0.0.1', () => {
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      resolve(address);
    });
    server.unref();
  });
  return starting;
}
