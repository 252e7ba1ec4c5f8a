import { posix } from 'node:path';
import { sourceAddress } from './addresses.mjs';

/**
 * A markdown-it plugin: links of the pages are those that GitHub follows. On the site a folder's README.md is its index, and
 * what is no page of the site is shown by GitHub.
 */
export function repositoryLinks(md) {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'link_open') token.attrSet('href', onSite(token.attrGet('href'), env.relativePath));
  });
}

function onSite(link, page) {
  if (/^([a-z]+:|#|\/)/i.test(link)) return link;
  const [file, anchor] = link.split('#');
  const path = posix.join(posix.dirname(page), file);
  if (!path.startsWith('../') && file.endsWith('.md')) return link.replace(/README\.md(?=#|$)/, 'index.md');
  return sourceAddress + posix.join('docs', path) + (anchor === undefined ? '' : `#${anchor}`);
}
