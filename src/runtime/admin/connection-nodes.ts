import type { TokenKind } from '../../catalog';
import type { Check } from './connection-checks';

const otherKind = { APP: 'ORG', ORG: 'APP' } as const satisfies Record<TokenKind, TokenKind>;

/** Which nodes can work where the service gives the token of one credential only. */
export const nodes: Check = ({ tokens, texts }) => {
  const works = (kind: TokenKind) => tokens.has(kind) && tokens.get(kind) === undefined;
  const only = (['APP', 'ORG'] as const).find((kind) => works(kind) && !works(otherKind[kind]));
  return only === undefined ? undefined : { result: 'warning', detail: texts(`check.nodes.without${otherKind[only]}`) };
};
