/** A set of fingerprints with 32 bits of their body's hash, 16 bytes an entry, outside of the garbage collector's sight. */
export interface FingerprintTable {
  /** The body's bits, or -1 where the key is not there. */
  find(key: string): number;
  add(key: string, bodyBits: number): void;
  size(): number;
}

const WORDS = 4;
const FIRST_SLOTS = 1024;

/** Keys are hex digests; 96 bits of them are kept. */
export function createFingerprintTable(): FingerprintTable {
  let slots = FIRST_SLOTS;
  let words = new Uint32Array(slots * WORDS);
  let size = 0;

  /** The offset of the entry, or of the free slot where it belongs. */
  function locate(a: number, b: number, c: number): number {
    let slot = a & (slots - 1);
    for (;;) {
      const at = slot * WORDS;
      if (words[at] === 0 || (words[at] === a && words[at + 1] === b && words[at + 2] === c)) return at;
      slot = (slot + 1) & (slots - 1);
    }
  }

  function put(a: number, b: number, c: number, bodyBits: number): void {
    const at = locate(a, b, c);
    if (words[at] === 0) size += 1;
    words[at] = a;
    words[at + 1] = b;
    words[at + 2] = c;
    words[at + 3] = bodyBits;
  }

  function grow(): void {
    const old = words;
    slots *= 2;
    words = new Uint32Array(slots * WORDS);
    size = 0;
    for (let at = 0; at < old.length; at += WORDS) {
      const first = old[at] ?? 0;
      if (first !== 0) put(first, old[at + 1] ?? 0, old[at + 2] ?? 0, old[at + 3] ?? 0);
    }
  }

  return {
    find(key) {
      const at = locate(firstWordOf(key), wordOf(key, 1), wordOf(key, 2));
      return words[at] === 0 ? -1 : (words[at + 3] ?? -1);
    },
    add(key, bodyBits) {
      if (size * 2 >= slots) grow();
      put(firstWordOf(key), wordOf(key, 1), wordOf(key, 2), bodyBits);
    },
    size: () => size,
  };
}

/** The first 32 bits of a hex digest, unsigned. */
export function bitsOf(hash: string): number {
  return wordOf(hash, 0);
}

function wordOf(hex: string, index: number): number {
  return Number.parseInt(hex.slice(index * 8, index * 8 + 8), 16);
}

// Zero marks a free slot.
function firstWordOf(key: string): number {
  return wordOf(key, 0) || 1;
}
