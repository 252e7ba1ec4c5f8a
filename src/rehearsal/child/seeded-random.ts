export interface SeededRandom {
  /** 0 <= r < 1. */
  readonly next: () => number;
  /** Begins anew for a step: what it draws does not depend on how often was drawn before. */
  beginStep(atMs: number): void;
}

/** Mulberry32. Real work that ends in one order or another between two steps must not decide what comes later. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  let stepMs = Number.NaN;
  let stepsAtInstant = 0;
  return {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    },
    beginStep(atMs) {
      stepsAtInstant = atMs === stepMs ? stepsAtInstant + 1 : 0;
      stepMs = atMs;
      state = (seed + Math.imul(atMs >>> 0, 0x9e3779b1) + Math.imul(stepsAtInstant, 0x85ebca6b)) >>> 0;
    },
  };
}
