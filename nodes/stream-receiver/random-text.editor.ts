const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Letters and digits from the browser's source of randomness, for a generated secret. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length * 2));
  // Bytes beyond the last whole multiple of the alphabet would favour its first letters.
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % letters.length));
  return fair
    .slice(0, length)
    .map((byte) => letters[byte % letters.length])
    .join('');
}
