const LENGTH = 16;

/** An id as Node-RED gives them to messages, from the key of a publish: it saves making one up, which costs as much as hashing. */
export function messageId(key: string): string {
  return key.slice(0, LENGTH);
}
