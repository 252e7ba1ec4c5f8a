import type { Outcome, Work } from './varied-site';

type Leaf = string | number | boolean;

/** Counted through the process; and what a variant adds. */
const notCompared = /^sequence$|\bzFuture\b/;
const masked = '***';
const maxTold = 12;
/** How a node says what it does not understand, or that more is missing. */
export const honestCodes = new Set(['BAD_RESPONSE', 'PAGE_LIMIT', 'UNKNOWN_OUTCOME']);

/** Each text, number and boolean of a value, by its path. */
function leavesOf(value: unknown, path = ''): [string, Leaf][] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    notCompared.test(name) ? [] : leavesOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** A value of a new type of hardware is passed on as it is written. */
const folded = (text: string) => text.toLowerCase().replaceAll('_', '-');

/** How the service said that it did what it was told, which is passed on as it was said. */
const isDone = (status: Leaf | undefined) => typeof status === 'number' && status >= 200 && status < 300;

function isSame(path: string, expected: Leaf | undefined, got: Leaf | undefined): boolean {
  if (expected === got || expected === masked) return true;
  if (path.endsWith('statusCode')) return isDone(expected) && isDone(got);
  if (typeof expected !== 'string' || typeof got !== 'string') return false;
  const isInstant = /^\d{4}-\d{2}-\d{2}T/.test(expected);
  if (/^https:/.test(expected) && got === `${expected}/`) return true;
  return (isInstant && Date.parse(expected) === Date.parse(got)) || folded(got) === folded(`${expected}-2`);
}

/** Where an outcome is another than at the site that does not differ. */
export function differences(usual: Outcome, varied: Outcome): string[] {
  const expected = new Map(leavesOf(usual.payloads));
  const got = new Map(leavesOf(varied.payloads));
  // What the answer did not show was read, which took its time and shows more.
  const isReadBack = expected.get('0.outcome') === 'accepted' && got.get('0.outcome') === 'confirmed';
  // An outcome that is told as unknown says that something was not understood; what is told besides must be right.
  const isToldUnknown = got.get('0.outcome') === 'unknown';
  const isOfOutcome = (path: string) => path === '0.outcome' || path === '0.at';
  const paths = isToldUnknown
    ? [...expected.keys()].filter((path) => got.has(path) && !isOfOutcome(path))
    : isReadBack
      ? [...expected.keys()].filter((path) => !isOfOutcome(path))
      : new Set([...expected.keys(), ...got.keys()]);
  return [...paths].flatMap((path) =>
    isSame(path, expected.get(path), got.get(path))
      ? []
      : [`${path}: ${got.get(path)} in place of ${expected.get(path)}`],
  );
}

/** What is wrong with the outcomes at a site that differs: neither the work was done nor one sentence says what is not understood. */
export function wrongOutcomes(works: readonly Work[], usual: readonly Outcome[], varied: readonly Outcome[]): string[] {
  const wrong: string[] = [];
  let isSameSite = true;
  for (const [index, { name, writes }] of works.entries()) {
    const expected = usual[index] as Outcome;
    const got = varied[index] as Outcome;
    if (got.error !== undefined) {
      const { code, message } = got.error;
      if (!honestCodes.has(code) || /\n|undefined|\[object/.test(message)) wrong.push(`${name}: ${code} ${message}`);
      // What was not changed is as it was for the works that follow.
      if (writes) isSameSite = false;
    } else if (isSameSite || !writes) wrong.push(...differences(expected, got).map((text) => `${name}: ${text}`));
  }
  // Where a work is wrong it is mostly so in hundreds of places.
  return wrong.slice(0, maxTold);
}
