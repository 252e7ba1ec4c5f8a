import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

/** The languages of all texts: to add one is a line here, and its files. */
export const languages = ['en-US', 'de', 'fr', 'es', 'zh-CN', 'ja'] as const;
export type Language = (typeof languages)[number];

/** A node type or an editor plugin with texts of its own. */
export interface Owner {
  readonly name: string;
  readonly directory: string;
}

export const owners: readonly Owner[] = ['nodes', 'plugins'].flatMap((kind) => {
  const directory = join(packageRoot, kind);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .map((name) => ({ name, directory: join(directory, name) }))
    .filter(({ directory: own }) => existsSync(join(own, 'locales')));
});

/** Texts by their key, parts joined by dots. */
export function textsOf({ name, directory }: Owner, language: Language): ReadonlyMap<string, unknown> {
  return textsIn(join(directory, 'locales', language, `${name}.json`));
}

/** The texts of one file by their key. */
export function textsIn(file: string): ReadonlyMap<string, unknown> {
  return new Map(leaves(JSON.parse(readFileSync(file, 'utf8')) as object));
}

function leaves(texts: object): [string, unknown][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value).map(([below, text]): [string, unknown] => [`${key}.${below}`, text])
      : [[key, value] as [string, unknown]],
  );
}
