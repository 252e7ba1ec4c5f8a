// The finalizer of mulberry32: spreads every bit of the input over the whole word.
function mix(word: number): number {
  let t = Math.imul(word ^ (word >>> 15), word | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}

const step = 0x6d2b79f5;

/** A new seed from a seed and a whole number. */
export function derivedSeed(seed: number, counter: number): number {
  return mix((mix((seed + step) | 0) + Math.imul(counter + 1, step)) | 0);
}

/** Uniform in [0, 1): the same for the same seed and whole number. */
export function unitNoise(seed: number, counter: number): number {
  return derivedSeed(seed, counter) / 4_294_967_296;
}

/** Uniform in [0, 1) at whole numbers, and a straight line in between. */
export function smoothNoise(seed: number, position: number): number {
  const left = Math.floor(position);
  const from = unitNoise(seed, left);
  return from + (unitNoise(seed, left + 1) - from) * (position - left);
}

/** A generator (mulberry32): each call gives the next number in [0, 1). */
export function createRandom(seed: number): () => number {
  let word = seed | 0;
  return () => {
    word = (word + step) | 0;
    return mix(word) / 4_294_967_296;
  };
}
