import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from './lanes';

const folder = join(root, '.out/site');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface DocumentationSite {
  /** With a slash at its end. */
  readonly url: string;
  /** The addresses of its pages below `url`, such as `nodes/load-manager.html`. */
  readonly pages: readonly string[];
  stop(): Promise<void>;
}

/** Builds the documentation as `npm test` does, and serves its files as any static server would. */
export async function serveDocumentation(): Promise<DocumentationSite> {
  await promisify(execFile)(process.execPath, ['scripts/docs.mjs', 'build'], { cwd: root });
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site.example');
    const file = join(folder, decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    pages: readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.html') && file !== '404.html',
    ),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The addresses of pages that may be missing yet. */
export async function awaitedAddresses(): Promise<readonly string[]> {
  const { awaitedPages } = (await import(pathToFileURL(join(root, 'docs/.vitepress/awaited.mjs')).href)) as {
    readonly awaitedPages: readonly string[];
  };
  return awaitedPages.map((page) => page.replace(/^docs\//, '').replace(/md$/, 'html'));
}
