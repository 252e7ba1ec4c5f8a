import { createHash, createHmac, hash } from 'node:crypto';

/** Lower-case hex SHA-256 of bytes, or of a text's UTF-8. */
export const sha256Hex: (data: string | Buffer) => string =
  // crypto.hash came with Node 20.12 and costs half of a Hash object on short input.
  typeof hash === 'function'
    ? (data) => hash('sha256', data)
    : (data) => createHash('sha256').update(data).digest('hex');

const beyondAscii = /[^ -~\n]/;

/** {@link sha256Hex} of a text that has one character per byte, as targets and headers have in Node. */
export function sha256HexOfBytes(text: string): string {
  return digestFor(text)(text);
}

/** The digest function for texts that begin with `text` and go on in ASCII; the search for other characters is slow. */
export function digestFor(text: string): (text: string) => string {
  return beyondAscii.test(text) ? sha256HexOfLatin1 : sha256Hex;
}

function sha256HexOfLatin1(text: string): string {
  return sha256Hex(Buffer.from(text, 'latin1'));
}

/** HMAC-SHA-256 as 32 bytes: a link of the key derivation. */
export function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** HMAC-SHA-256 in lower-case hex, which Node makes more cheaply than a Buffer. */
export function hmacHex(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
