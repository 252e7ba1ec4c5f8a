import type { Condition } from './field';

/** The condition that a field has one of the values. */
export function where(field: string, ...values: readonly string[]): Condition {
  return (config) => values.includes(String(config[field]));
}

/** The condition that all conditions are met. */
export function all(...conditions: readonly Condition[]): Condition {
  return (config) => conditions.every((condition) => condition(config));
}

export const always: Condition = () => true;
