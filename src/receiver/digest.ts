import { createHash, hash } from 'node:crypto';

/** Lower-case hex SHA-256 of bytes, or of a text's UTF-8. */
export const sha256Hex: (data: string | Buffer) => string =
  // crypto.hash, new in Node 20.12, takes half the time of a Hash object on short input.
  typeof hash === 'function'
    ? (data) => hash('sha256', data)
    : (data) => createHash('sha256').update(data).digest('hex');
