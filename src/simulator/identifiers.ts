import { createHash, randomBytes } from 'node:crypto';

/** Identifiers, and secrets unless they are random, depend on nothing but a seed and how many were made before. */
export interface Identifiers {
  newId(): string;
  newSecret(): string;
}

/**
 * `counter.sequence` is advanced with each one, so that a restored state goes on where it stopped. While `secretsAre` is `random`,
 * secrets do not follow from the seed.
 */
export function createIdentifiers(
  seed: number,
  counter: { sequence: number; readonly secretsAre?: 'seeded' | 'random' },
): Identifiers {
  function next(): Buffer {
    counter.sequence += 1;
    return createHash('sha256').update(`${seed}:${counter.sequence}`).digest();
  }
  return {
    newId() {
      const bytes = next().subarray(0, 16);
      // RFC 9562: version 4 in the high half of byte 6, variant 10 in byte 8.
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = bytes.toString('hex');
      return [8, 12, 16, 20, 32].map((end, index) => hex.slice([0, 8, 12, 16, 20][index], end)).join('-');
    },
    newSecret() {
      const seeded = next();
      return (counter.secretsAre === 'random' ? randomBytes(seeded.length) : seeded).toString('base64url');
    },
  };
}
