import { hmac } from './digest';

/** The last part of every credential scope. */
export const scopeTerminator = 'aws4_request';

/** What a signature is valid for; `date` is `YYYYMMDD`. */
export interface CredentialScope {
  readonly date: string;
  readonly region: string;
  readonly service: string;
  readonly terminator: string;
}

/** `20150830/us-east-1/iam/aws4_request` */
export function formatCredentialScope(scope: CredentialScope): string {
  return `${scope.date}/${scope.region}/${scope.service}/${scope.terminator}`;
}

/** The 32-byte key that signs within `scope`: the secret, narrowed by date, region, service and terminator. */
export function deriveSigningKey(secretAccessKey: string, scope: CredentialScope): Buffer {
  const dateKey = hmac(`AWS4${secretAccessKey}`, scope.date);
  const dateRegionKey = hmac(dateKey, scope.region);
  const dateRegionServiceKey = hmac(dateRegionKey, scope.service);
  return hmac(dateRegionServiceKey, scope.terminator);
}

/** Returns the derived key of an access key id and scope, deriving it only when it is not cached. */
export type SigningKeys = (accessKeyId: string, secretAccessKey: string, scope: CredentialScope) => Buffer;

/** A {@link SigningKeys} that caches the last `limit` derived keys: deriving costs more than verifying. */
export function createSigningKeys(limit: number): SigningKeys {
  const derived = new Map<string, Buffer>();
  return (accessKeyId, secretAccessKey, scope) => {
    const id = `${accessKeyId}/${formatCredentialScope(scope)}`;
    let key = derived.get(id);
    if (key === undefined) {
      key = deriveSigningKey(secretAccessKey, scope);
      for (const oldest of derived.keys()) {
        if (derived.size < limit) break;
        derived.delete(oldest);
      }
      derived.set(id, key);
    }
    return key;
  };
}
