import type { Condition } from './field';

/** Counts where a field has one of the values. */
export function where(field: string, ...values: readonly string[]): Condition {
  return (config) => values.includes(String(config[field]));
}

/** Counts where each of the conditions does. */
export function all(...conditions: readonly Condition[]): Condition {
  return (config) => conditions.every((condition) => condition(config));
}

export const always: Condition = () => true;
