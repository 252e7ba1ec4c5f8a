/** `spec 4.3` in a text: a section of docs/specification.md. */
export const sectionReference = /\bspec (\d+(?:\.\d+)*)\b/g;

export const sectionAnchor = (section) => `s-${section.replaceAll('.', '-')}`;

/** A markdown-it plugin: each `spec 4.3` outside links and code is a link to the section. */
export function specificationLinks(md) {
  md.core.ruler.push('specification-links', ({ tokens, Token }) => {
    for (const token of tokens) if (token.type === 'inline') token.children = linked(token.children, Token);
  });
}

function linked(children, Token) {
  let depth = 0;
  return children.flatMap((child) => {
    if (child.type === 'link_open') depth += 1;
    if (child.type === 'link_close') depth -= 1;
    return child.type === 'text' && depth === 0 ? parts(child, Token) : [child];
  });
}

function parts(token, Token) {
  const made = [];
  let from = 0;
  for (const found of token.content.matchAll(sectionReference)) {
    made.push(text(token.content.slice(from, found.index), Token), ...link(found, Token));
    from = found.index + found[0].length;
  }
  return from === 0 ? [token] : [...made, text(token.content.slice(from), Token)];
}

function link([words, section], Token) {
  const open = new Token('link_open', 'a', 1);
  open.attrSet('href', `/specification.md#${sectionAnchor(section)}`);
  return [open, text(words, Token), new Token('link_close', 'a', -1)];
}

function text(content, Token) {
  const token = new Token('text', '', 0);
  token.content = content;
  return token;
}
