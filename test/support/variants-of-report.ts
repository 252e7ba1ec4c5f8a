import type { Difference, DifferenceKind, ProbeReport } from '../../src/probe';
import type { VariantName } from '../../src/simulator';

/** Which variant of the simulator differs as the report of a contract probe says. A kind without one is of a single field. */
const variantOfKind: Readonly<Partial<Record<DifferenceKind, VariantName>>> = {
  null: 'null-for-missing',
  extra: 'extra-fields',
  'number-as-text': 'string-numbers',
  'boolean-as-text': 'string-booleans',
  'other-letters': 'upper-case-enums',
  'masked-secret': 'masked-secrets',
  'no-page': 'no-page',
  'foreign-next': 'foreign-next-host',
  'no-next': 'no-next',
  nested: 'data-twice',
  'no-envelope': 'no-data-envelope',
  'one-as-list': 'array-of-one',
  'list-as-one': 'object-for-list-of-one',
};

const variantOfError: Readonly<Record<string, VariantName>> = {
  message: 'gateway-errors',
  'error: text': 'error-as-text',
  HTML: 'html-errors',
  text: 'text-errors',
  empty: 'empty-errors',
};

function variantOf({ kind, found = '' }: Difference): VariantName | undefined {
  return kind === 'error-body' ? variantOfError[found] : variantOfKind[kind];
}

/** The variants with which the simulator differs as an account does whose report this is. */
export function variantsOfReport({ operations }: ProbeReport): VariantName[] {
  const names = operations.flatMap(({ differences }) => differences.map(variantOf));
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}
