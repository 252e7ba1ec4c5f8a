import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../support/node-texts';

/** One markdown page. Paths are relative to the package, with slashes. */
export interface DocumentPage {
  readonly path: string;
  readonly text: string;
  readonly title: string | undefined;
  /** Links and pictures as they are written. */
  readonly links: readonly string[];
  readonly pictures: readonly string[];
  /** Ids that a link can end with. */
  readonly anchors: ReadonlySet<string>;
}

/** Where a link leads within the repository. */
export interface Place {
  readonly path: string;
  readonly anchor?: string;
}

interface Shared {
  readonly slugOf: (heading: string) => string;
  readonly sourceAddress: string;
  readonly pictureAddress: string;
  readonly awaitedPages: readonly string[];
}

const shared = async (file: string) =>
  (await import(pathToFileURL(join(packageRoot, 'docs/.vitepress', file)).href)) as Shared;

/** All pages of the repository that people read: those at its top and those of docs. */
export async function readPages(): Promise<ReadonlyMap<string, DocumentPage>> {
  const { slugOf } = await shared('slug.mjs');
  const { lexer, walkTokens } = await import('marked');
  const top = readdirSync(packageRoot).filter((file) => file.endsWith('.md'));
  const below = readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('.vitepress'))
    .map((file) => `docs/${file}`);
  return new Map([...top, ...below].sort().map((path) => [path, parse(path)]));

  function parse(path: string): DocumentPage {
    const text = readFileSync(join(packageRoot, path), 'utf8');
    const links: string[] = [];
    const pictures: string[] = [];
    const anchors = new Set([...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id));
    let title: string | undefined;
    walkTokens(lexer(text), (token) => {
      if (token.type === 'link') links.push(token.href);
      if (token.type === 'image') pictures.push(token.href);
      if (token.type !== 'heading') return;
      if (token.depth === 1) title ??= token.text;
      anchors.add(unique(slugOf(plain(token.text)), anchors));
    });
    return { path, text, title, links, pictures, anchors };
  }
}

/** Where a link of a page leads, or undefined where it leaves the repository. */
export async function placeOf(page: DocumentPage, link: string): Promise<Place | undefined> {
  const { sourceAddress, pictureAddress } = await shared('addresses.mjs');
  const own = [sourceAddress, pictureAddress].find((address) => link.startsWith(address));
  if (own === undefined && /^[a-z]+:/i.test(link)) return undefined;
  const [file = '', anchor] = (own === undefined ? link : link.slice(own.length)).split('#');
  const path =
    own !== undefined ? file : file === '' ? page.path : normalize(join(dirname(page.path), decodeURI(file)));
  return anchor === undefined ? { path } : { path, anchor };
}

export const isThere = ({ path }: Place): boolean => existsSync(join(packageRoot, path));

/** Pages that may be missing yet. */
export const awaitedPages = async (): Promise<readonly string[]> => (await shared('awaited.mjs')).awaitedPages;

function unique(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let count = 1;
  while (taken.has(`${slug}-${count}`)) count += 1;
  return `${slug}-${count}`;
}

/** A heading without the signs of code, stress and links. */
const plain = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
