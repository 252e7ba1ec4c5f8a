/** 96 bits of a key. The first 32 are never 0, because 0 marks a free slot. */
export type Fingerprint = readonly [number, number, number];

/** A hash table from fingerprints to 32 bits of the body's hash. A typed array, because entries then cost no collection. */
export interface FingerprintTable {
  /** The body bits, or -1 if the fingerprint is not in the table. */
  find(fingerprint: Fingerprint): number;
  add(fingerprint: Fingerprint, bodyBits: number): void;
  size(): number;
}

type Entry = readonly [...Fingerprint, bodyBits: number];

const wordsPerSlot = 4;
const firstSlots = 1024;

export function createFingerprintTable(): FingerprintTable {
  let slots = firstSlots;
  let words = new Uint32Array(slots * wordsPerSlot);
  let size = 0;

  /** Offset of the entry, or of the free slot for it. */
  function locate(a: number, b: number, c: number): number {
    let slot = a & (slots - 1);
    for (;;) {
      const offset = slot * wordsPerSlot;
      if (words[offset] === 0 || (words[offset] === a && words[offset + 1] === b && words[offset + 2] === c))
        return offset;
      slot = (slot + 1) & (slots - 1);
    }
  }

  function put(a: number, b: number, c: number, bodyBits: number): void {
    const offset = locate(a, b, c);
    if (words[offset] === 0) size += 1;
    words[offset] = a;
    words[offset + 1] = b;
    words[offset + 2] = c;
    words[offset + 3] = bodyBits;
  }

  function grow(): void {
    const old = words;
    slots *= 2;
    words = new Uint32Array(slots * wordsPerSlot);
    size = 0;
    for (let offset = 0; offset < old.length; offset += wordsPerSlot) {
      // Every entry has four words.
      const [first, second, third, bodyBits] = old.subarray(offset, offset + wordsPerSlot) as unknown as Entry;
      if (first !== 0) put(first, second, third, bodyBits);
    }
  }

  return {
    find([a, b, c]) {
      const offset = locate(a, b, c);
      return words[offset] === 0 ? -1 : (words[offset + 3] as number);
    },
    add([a, b, c], bodyBits) {
      if (size * 2 >= slots) grow();
      put(a, b, c, bodyBits);
    },
    size: () => size,
  };
}

/** The fingerprint of a hex digest. */
export function fingerprintOf(key: string): Fingerprint {
  return [wordOf(key, 0) || 1, wordOf(key, 1), wordOf(key, 2)];
}

/** The first 32 bits of a hex digest, unsigned. */
export function bitsOf(hash: string): number {
  return wordOf(hash, 0);
}

const digitsPerWord = 8;
const digitZero = 0x30;
const letterA = 0x61;

/** Reads lower-case hex digits; Number.parseInt would need a substring per word. */
function wordOf(hex: string, index: number): number {
  let word = 0;
  for (let digit = index * digitsPerWord; digit < (index + 1) * digitsPerWord; digit++) {
    const code = hex.charCodeAt(digit);
    word = (word << 4) | (code < letterA ? code - digitZero : code - letterA + 10);
  }
  return word >>> 0;
}
