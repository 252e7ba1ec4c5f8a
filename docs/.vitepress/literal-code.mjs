/** A markdown-it plugin: Vue leaves `{{ }}` in the code of a line as it is, as in a block of code. */
export function literalCode(md) {
  md.core.ruler.push('literal-code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
  });
}
