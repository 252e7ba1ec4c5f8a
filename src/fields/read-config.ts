import type { ConfigOf, Field, FieldTable } from './field';
import { storedVersion, upgradeConfig } from './upgrade';

/**
 * Reads the stored properties of a node by its table. Older versions are upgraded, and a missing property has its
 * default. Credentials are read as fields, too.
 */
export function readConfig<const T extends FieldTable>(
  table: T,
  stored: Readonly<Record<string, unknown>>,
  credentials: Readonly<Record<string, unknown>> = {},
): ConfigOf<T> {
  const upgraded = upgradeConfig(table, stored);
  const entries = Object.entries(table).map(([name, field]) => [name, readField(name, field, upgraded, credentials)]);
  return Object.fromEntries(entries) as ConfigOf<T>;
}

function readField(
  name: string,
  field: Field,
  stored: Readonly<Record<string, unknown>>,
  credentials: Readonly<Record<string, unknown>>,
): unknown {
  const value = stored[name];
  switch (field.kind) {
    case 'number': {
      const number = value === undefined || value === null || value === '' ? field.default : Number(value);
      return number === '' || Number.isNaN(number) ? undefined : number;
    }
    case 'flag':
      return value === undefined ? field.default : value === true || value === 'true';
    case 'list':
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : field.default;
    case 'rows':
      return Array.isArray(value) ? value : field.default;
    case 'config':
      return typeof value === 'string' ? value : '';
    case 'typed': {
      const source = stored[`${name}Type`];
      return {
        value: value === undefined || value === null ? field.default : String(value),
        source: typeof source === 'string' && source !== '' ? source : (field.sources[0] ?? 'str'),
      };
    }
    case 'secret':
    case 'identifier': {
      const secret = credentials[name];
      // What is pasted often has a blank or a line break around it that nobody sees.
      return typeof secret === 'string' ? secret.trim() : '';
    }
    case 'version':
      return storedVersion(stored);
    default:
      return typeof value === 'string' ? value : field.default;
  }
}
