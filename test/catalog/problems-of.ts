import { checkInput, type OperationId } from '../../src/catalog';

/** What is wrong with an input as `field: rule`, in order of their names; `field: rule (assumed)` for a warning. */
export function problemsOf(id: OperationId, input: unknown): string[] {
  const { problems, warnings } = checkInput(id, input);
  return [
    ...problems.map(({ field, rule }) => `${field}: ${rule}`),
    ...warnings.map(({ field, rule }) => `${field}: ${rule} (assumed)`),
  ].sort();
}
