import fc from 'fast-check';

const fragments = [
  ...['*', '/', ',', '-', '0', '5', '59', '99999999999', '@daily', 'MON', 'L', '#', '?', '%', '%00', '..', '\\', "'"],
  ...['"', ' ', '\t', '\r\n', '\0', '\u2028', '\ud800', '𝔘', 'ü', '__proto__', 'constructor', '{', '}', '[', ']', ':'],
  ...['eq', 'and', 'open', 'close', 'true', 'null', 'NaN', '1e309', '-0', '2026-02-30T25:61:00Z', 'Europe/Berlin'],
  ...['AWS4-HMAC-SHA256', 'Credential=', 'SignedHeaders=', 'Signature=', 'aws4_request', 'host;x-amz-date', '<img>'],
];

/** Texts that somebody might send who means harm, or a cat on a keyboard. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ maxLength: 200 }),
  fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...fragments), fc.integer({ min: 1, max: 20_000 })).map(([part, n]) => part.repeat(n)),
);

/** Whatever a message can hold. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.jsonValue(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, Number.NaN, Infinity, -0, 0, 1n, '', [], {}, Buffer.from('x'), new Date(Number.NaN)),
  fc.object({ withDate: true, withNullPrototype: true, withBigInt: true, maxDepth: 4 }),
);

/** The part of `names` that happens to be there, each with a value of its own or any other. */
export function partly(names: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(
    Object.entries(names).map(([name, own]) => [name, fc.oneof({ weight: 4, arbitrary: own }, anything)]),
  );
  return fc.record(values, { requiredKeys: [] });
}
