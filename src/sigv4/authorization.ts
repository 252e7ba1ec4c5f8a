import { ALGORITHM } from './canonical-request';
import { type CredentialScope, formatCredentialScope } from './signing-key';

/** What the Authorization header of a signed request says. */
export interface Authorization {
  readonly accessKeyId: string;
  readonly scope: CredentialScope;
  /** Lower case, sorted, each once. */
  readonly signedHeaders: readonly string[];
  /** 64 lower-case hex digits. */
  readonly signature: string;
}

const PART = '([^\\s,/]{1,128})';
const PARAMETERS = new RegExp(
  `^Credential=${[PART, PART, PART, PART, PART].join('/')}, ?` +
    "SignedHeaders=([a-z0-9!#$%&'*+.^_`|~;-]+), ?Signature=([0-9a-f]{64})$",
);

/** Reads an Authorization header, or names what is wrong with it. */
export function parseAuthorization(value: string): Authorization | 'other-algorithm' | 'malformed' {
  const space = value.indexOf(' ');
  if (value.slice(0, space) !== ALGORITHM) return 'other-algorithm';
  const match = PARAMETERS.exec(value.slice(space + 1));
  if (match === null) return 'malformed';
  const [, accessKeyId = '', date = '', region = '', service = '', terminator = '', names = '', signature = ''] = match;
  const signedHeaders = names.split(';');
  if (!isStrictlyAscending(signedHeaders)) return 'malformed';
  return { accessKeyId, scope: { date, region, service, terminator }, signedHeaders, signature };
}

/** The value of an Authorization header. */
export function formatAuthorization({ accessKeyId, scope, signedHeaders, signature }: Authorization): string {
  return (
    `${ALGORITHM} Credential=${accessKeyId}/${formatCredentialScope(scope)}, ` +
    `SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`
  );
}

function isStrictlyAscending(names: readonly string[]): boolean {
  let previous = '';
  for (const name of names) {
    if (name <= previous) return false;
    previous = name;
  }
  return true;
}
