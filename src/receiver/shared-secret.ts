import { createHash, timingSafeEqual } from 'node:crypto';

const maxSecrets = 2;

/**
 * Compares in constant time with one secret, or with two during a rotation. `received` has one character per byte, as
 * Node's header values have. RangeError without a secret, for an empty one, or for more than two.
 */
export function createSecretCheck(secrets: readonly string[]): (received: string) => boolean {
  if (secrets.length === 0 || secrets.length > maxSecrets) throw new RangeError('a webhook has one or two secrets');
  if (secrets.includes('')) throw new RangeError('a secret is not empty');
  const expected = secrets.map((secret) => sha256(Buffer.from(secret, 'utf8')));
  return (received) => {
    const digest = sha256(Buffer.from(received, 'latin1'));
    let matches = false;
    for (const secretDigest of expected) matches = timingSafeEqual(secretDigest, digest) || matches;
    return matches;
  };
}

// timingSafeEqual needs equal lengths.
function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
