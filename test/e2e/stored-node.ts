import { type FieldTable, storedProperties } from '../../src/fields';

interface Placed {
  readonly id: string;
  readonly type: string;
  /** The id of its flow. */
  readonly z: string;
  readonly x: number;
  readonly y: number;
}

/** The defaults of a table, as the editor would store them. */
export function storedDefaults(fields: FieldTable): object {
  const defaults = Object.entries(fields).flatMap(([name, field]) => {
    const [, source] = storedProperties(name, field);
    const value = field.kind === 'config' ? '' : field.default;
    return [[name, value], ...(source === undefined || field.kind !== 'typed' ? [] : [[source, field.sources[0]]])];
  });
  return Object.fromEntries(defaults);
}

/** A node as the editor would store it: the defaults of its table, and what was set. */
export function storedNode(fields: FieldTable, placed: Placed, settings: Readonly<Record<string, unknown>>): object {
  return { ...storedDefaults(fields), ...placed, wires: [[]], ...settings };
}
