import { checkInput, type OperationId } from '../../src/catalog';

/** The problems of an input as `field: rule`, in order of their names. */
export function problemsOf(id: OperationId, input: unknown): string[] {
  return checkInput(id, input)
    .map(({ field, rule }) => `${field}: ${rule}`)
    .sort();
}
