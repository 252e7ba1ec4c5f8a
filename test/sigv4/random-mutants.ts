import { type ArrivedRequest, headerOf, meaningOf } from './arrived-request';
import { below, createRandom, mutationKinds, pick } from './mutations';

export interface Mutant {
  readonly original: ArrivedRequest;
  readonly mutant: ArrivedRequest;
  /** What was done to it. */
  readonly kinds: readonly string[];
}

/**
 * Random mutants of valid requests, one to three changes each; none of them says the same as one of the valid, also not
 * when it is read as `asRead` says.
 */
export function* randomMutants(
  valid: readonly ArrivedRequest[],
  seed: number,
  asRead = (request: ArrivedRequest) => request,
): Generator<Mutant, never> {
  const random = createRandom(seed);
  const kinds = Object.entries(mutationKinds);
  const isOneOfTheValid = meaningsOf(valid);
  for (;;) {
    const original = pick(valid, random);
    const chosen = Array.from({ length: 1 + below(3, random) }, () => pick(kinds, random));
    const mutant = chosen.reduce((request, [, mutate]) => mutate(request, random, pick(valid, random)), original);
    if (!isOneOfTheValid(asRead(mutant))) yield { original, mutant, kinds: chosen.map(([kind]) => kind) };
  }
}

/** Whether a mutant says the same as a valid request, only in another way: the case of a header's name, a doubled slash. */
function meaningsOf(valid: readonly ArrivedRequest[]): (mutant: ArrivedRequest) => boolean {
  const bySignedHeaders = new Map<string, Set<string>>();
  for (const request of valid) {
    const signedHeaders = /SignedHeaders=([^,]*)/.exec(headerOf(request, 'authorization'))?.[1] ?? '';
    const meanings = bySignedHeaders.get(signedHeaders) ?? new Set();
    bySignedHeaders.set(signedHeaders, meanings.add(meaningOf(request, signedHeaders.split(';'))));
  }
  return (mutant) =>
    [...bySignedHeaders].some(([signedHeaders, meanings]) => meanings.has(meaningOf(mutant, signedHeaders.split(';'))));
}
