import { createHash, timingSafeEqual } from 'node:crypto';

const MAX_SECRETS = 2;

/**
 * A comparison with one secret, or two while they are being rotated, whose duration tells nothing about them.
 * `received` holds one character a byte, as Node hands over header values. RangeError for no, empty or more secrets.
 */
export function createSecretCheck(secrets: readonly string[]): (received: string) => boolean {
  if (secrets.length === 0 || secrets.length > MAX_SECRETS) throw new RangeError('a webhook has one or two secrets');
  if (secrets.includes('')) throw new RangeError('a secret is not empty');
  const expected = secrets.map((secret) => sha256(Buffer.from(secret, 'utf8')));
  return (received) => {
    const digest = sha256(Buffer.from(received, 'latin1'));
    let fits = false;
    for (const each of expected) fits = timingSafeEqual(each, digest) || fits;
    return fits;
  };
}

// Digests make the lengths equal.
function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
