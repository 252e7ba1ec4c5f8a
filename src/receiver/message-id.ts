const idLength = 16;

/** Derives a message id in Node-RED's format from the key of a publish: a random one would cost as much as hashing. */
export function messageId(key: string): string {
  return key.slice(0, idLength);
}
