import { createHash } from 'node:crypto';

/** A key or body hash as the stores take them. */
export function hashOf(text: string | number): string {
  return createHash('sha256').update(String(text)).digest('hex');
}
