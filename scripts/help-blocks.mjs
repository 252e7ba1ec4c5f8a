import { createHash } from 'node:crypto';
import { Marked } from 'marked';
import { readJson, root } from './install.mjs';

/** Beside each node: language -> the hashes of the English blocks that its help was translated from, in their order. */
export function translatedFile(type) {
  return `${root}nodes/${type}/${type}.translated.json`;
}

/** What translatedFile holds; empty while nothing is translated. */
export function translatedFrom(type) {
  try {
    return readJson(translatedFile(type));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * The headings, paragraphs, list items and table rows of a help, one after another: `kind` with the depth (`heading 2`, `item 1
 * ordered`, `row of 3`), and the text as it is written.
 */
export function helpBlocks(source) {
  return new Marked().lexer(source).flatMap((token) => blocksOf(token, 0));
}

/** What tells whether a block has changed since it was translated. */
export function blockHash({ kind, text }) {
  return createHash('sha256').update(`${kind}: ${text}`).digest('hex').slice(0, 8);
}

function blocksOf(token, depth) {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return [{ kind: `heading ${token.depth}`, text: token.text }];
    case 'list':
      return token.items.flatMap((item) => {
        const [first, ...below] = item.tokens.filter(({ type }) => type !== 'checkbox');
        const kind = `item ${depth + 1}${token.ordered ? ' ordered' : ''}`;
        return [{ kind, text: first.raw.trim() }, ...below.flatMap((part) => blocksOf(part, depth + 1))];
      });
    case 'table':
      return [token.header, ...token.rows].map((cells) => ({
        kind: `row of ${cells.length}`,
        text: cells.map(({ text }) => text).join(' | '),
      }));
    default:
      return [{ kind: token.type, text: token.raw.trim() }];
  }
}
