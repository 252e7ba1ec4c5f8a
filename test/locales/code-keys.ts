import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

/** A string of the code, its `${...}` replaced by what stands for anything. */
export interface CodeText {
  /** With `\0` for each inserted value. */
  readonly text: string;
  /** Given to a function that looks texts up. */
  readonly lookedUp: boolean;
  /** Stands among the arguments of such a function, as one of two that are chosen from. */
  readonly argument: boolean;
  readonly file: string;
}

/** The functions that look texts up, `say` and `own` being shorthands of single nodes. */
const functions = String.raw`(?:^|[^\w.])(?:[\w.]*[tT]exts?|own|say|(?:RED|node|this)\._)\(`;
const lookUp = new RegExp(String.raw`${functions}\s*$`);
const choice = new RegExp(String.raw`${functions}[^;]*[?:]\s*$`);

/** Every string literal of the code that runs in Node-RED or its editor. */
export const codeTexts: readonly CodeText[] = ['src/runtime', 'src/editor', 'src/fields', 'nodes', 'plugins'].flatMap(
  (directory) => sourcesBelow(directory).flatMap((file) => stringsOf(readFileSync(file, 'utf8'), file)),
);

function sourcesBelow(directory: string): string[] {
  try {
    return (readdirSync(join(packageRoot, directory), { recursive: true }) as string[])
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(packageRoot, directory, path));
  } catch {
    return [];
  }
}

function stringsOf(code: string, file: string): CodeText[] {
  const found: CodeText[] = [];
  let at = 0;
  while (at < code.length) {
    const quote = code[at];
    if (code.startsWith('//', at)) at = endOf(code.indexOf('\n', at), code);
    else if (code.startsWith('/*', at)) at = endOf(code.indexOf('*/', at + 2), code);
    else if (quote === "'" || quote === '"' || quote === '`') {
      const { text, end, inner } = literalAt(code, at, quote);
      const before = code.slice(Math.max(0, at - 120), at);
      found.push({ text, lookedUp: lookUp.test(before), argument: choice.test(before), file });
      for (const part of inner) found.push(...stringsOf(part, file));
      at = end;
    } else at += 1;
  }
  return found;
}

function endOf(index: number, code: string): number {
  return index < 0 ? code.length : index + 1;
}

function literalAt(code: string, start: number, quote: string): { text: string; end: number; inner: string[] } {
  const inner: string[] = [];
  let text = '';
  let at = start + 1;
  while (at < code.length && code[at] !== quote) {
    if (code[at] === '\\') {
      text += code[at + 1] ?? '';
      at += 2;
    } else if (quote === '`' && code.startsWith('${', at)) {
      const end = bracesEnd(code, at + 2);
      inner.push(code.slice(at + 2, end));
      text += '\0';
      at = end + 1;
    } else if (quote !== '`' && code[at] === '\n') {
      // An apostrophe of a comment or a regular expression, no string.
      return { text: '', end: start + 1, inner: [] };
    } else {
      text += code[at];
      at += 1;
    }
  }
  return { text, end: at + 1, inner };
}

function bracesEnd(code: string, from: number): number {
  let depth = 1;
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}
