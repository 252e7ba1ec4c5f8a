import type { VariantName } from '../../src/simulator';

/** On one page nothing is seen of these. */
const ofPages = new Set<VariantName>([
  'no-page',
  'no-next',
  'null-next',
  'foreign-next-host',
  'relative-next',
  'query-next',
]);

/** The variant, with what it takes to be seen. */
export const variantsWith = (name: VariantName): VariantName[] => (ofPages.has(name) ? ['small-pages', name] : [name]);
