import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const declaration = '.d.ts';
const specifier = /(?:from |import\()\s*["'](\.[^"']+)["']/g;

/** Removes below a folder the type declarations that no reader of `entry` reaches: the package carries its public types alone. */
export function keepPublicDeclarations(folder, entry) {
  const kept = reachedFrom(resolve(entry));
  for (const file of readdirSync(folder, { recursive: true }))
    if (file.endsWith(declaration) && !kept.has(resolve(folder, file))) rmSync(join(folder, file));
}

function reachedFrom(entry) {
  const reached = new Set();
  const ahead = [entry];
  for (let file = ahead.pop(); file !== undefined; file = ahead.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(specifier)) ahead.push(declarationOf(file, path));
  }
  return reached;
}

function declarationOf(file, path) {
  const named = resolve(dirname(file), path);
  const found = [named + declaration, join(named, `index${declaration}`)].find(existsSync);
  if (found === undefined) throw new Error(`${file} names ${path}, of which there is no declaration`);
  return found;
}
