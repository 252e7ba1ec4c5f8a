import type { ConfigOf, Field, FieldTable } from './field';
import { storedVersion, upgradeConfig } from './upgrade';

/**
 * The stored properties of a node, by the table: what an older version stored is upgraded, and what is missing takes its
 * default. Credentials are read as fields like the others.
 */
export function readConfig<const T extends FieldTable>(
  table: T,
  stored: Readonly<Record<string, unknown>>,
  credentials: Readonly<Record<string, unknown>> = {},
): ConfigOf<T> {
  const today = upgradeConfig(table, stored);
  const entries = Object.entries(table).map(([name, field]) => [name, readField(name, field, today, credentials)]);
  return Object.fromEntries(entries) as ConfigOf<T>;
}

function readField(
  name: string,
  field: Field,
  stored: Readonly<Record<string, unknown>>,
  credentials: Readonly<Record<string, unknown>>,
): unknown {
  const given = stored[name];
  switch (field.kind) {
    case 'number': {
      const number = given === undefined || given === null || given === '' ? field.default : Number(given);
      return number === '' || Number.isNaN(number) ? undefined : number;
    }
    case 'flag':
      return given === undefined ? field.default : given === true || given === 'true';
    case 'list':
      return Array.isArray(given) ? given.filter((item) => typeof item === 'string') : field.default;
    case 'rows':
      return Array.isArray(given) ? given : field.default;
    case 'config':
      return typeof given === 'string' ? given : '';
    case 'typed': {
      const source = stored[`${name}Type`];
      return {
        value: given === undefined || given === null ? field.default : String(given),
        source: typeof source === 'string' && source !== '' ? source : (field.sources[0] ?? 'str'),
      };
    }
    case 'secret':
    case 'identifier': {
      const secret = credentials[name];
      return typeof secret === 'string' ? secret : '';
    }
    case 'version':
      return storedVersion(stored);
    default:
      return typeof given === 'string' ? given : field.default;
  }
}
