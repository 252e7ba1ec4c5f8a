import { createHash } from 'node:crypto';

/** A key or body hash in the format of the stores. */
export function hashOf(text: string | number): string {
  return createHash('sha256').update(String(text)).digest('hex');
}
