import { createHash, hash } from 'node:crypto';

/** Lower-case hex SHA-256 of bytes, or of a text's UTF-8. */
export const sha256Hex: (data: string | Buffer) => string =
  // crypto.hash came with Node 20.12 and costs half of a Hash object on short input.
  typeof hash === 'function'
    ? (data) => hash('sha256', data)
    : (data) => createHash('sha256').update(data).digest('hex');
