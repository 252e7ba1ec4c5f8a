/** A seeded source of values, so that a failure comes again. */
export function samples(seed: number) {
  let state = seed >>> 0;
  // mulberry32
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const odd: readonly unknown[] = [
    -1,
    0,
    1,
    0.5,
    255,
    256,
    1e9,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    '7',
    ' 12 ',
    '1.5',
    'none',
    'clock',
    'CLOCK',
    null,
    true,
    [],
    {},
  ];
  return { random, anything: () => odd[Math.floor(random() * odd.length)] };
}
