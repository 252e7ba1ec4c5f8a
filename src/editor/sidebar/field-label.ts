import { textKey } from '../../admin-api';

/** The label of a field in the dialog of one of our nodes; undefined for what has none. */
export function fieldLabel(type: string, field: string): string | undefined {
  const key = `${type}.label.${field}`;
  const label = RED._(textKey(key));
  return label.endsWith(key) ? undefined : label;
}
