/**
 * Whether a fixed text of a field with a picker is an instant. The picker stores ISO 8601 with a zone, and `?` for what it
 * does not understand; a reference to the environment is known later.
 */
export function dateTimeCheck(value: unknown): 'instant' | undefined {
  const text = String(value);
  return /^\$\{.+\}$/.test(text) || !Number.isNaN(Date.parse(text)) ? undefined : 'instant';
}
