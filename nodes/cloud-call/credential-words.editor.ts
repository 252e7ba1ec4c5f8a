import type { Text } from './operation-form.editor';

/** Which credential of the account an operation needs, in words; each of two where either serves. */
export function credentialWords(text: Text, token: readonly string[]): string {
  const [one, other] = token.map((kind) => text(kind === 'APP' ? 'card.kind.APP' : 'card.kind.ORG'));
  if (one === undefined) return text('card.noToken');
  return text('card.token', { token: other === undefined ? one : text('card.kind.or', { one, other }) });
}
