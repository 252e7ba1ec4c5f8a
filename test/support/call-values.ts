import { fieldSpecAt, type Pointer } from '../../src/call-form';
import { type OperationId, rowOf } from '../../src/catalog';

type Typed = { readonly type: string; readonly value: string };

/**
 * An input as the cloud-call node stores it, every value a literal at its place. Secrets stand in no flow: they are
 * taken from `msg.secrets`, which comes too.
 */
export function storedValues(
  operation: OperationId,
  input: object,
): { readonly values: string; readonly secrets: Readonly<Record<string, string>> } {
  const values: Record<Pointer, Typed> = {};
  const secrets: Record<string, string> = {};
  const row = rowOf(operation);

  function add(pointer: Pointer, value: unknown): void {
    const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (parts.length > 0) {
      for (const [name, part] of parts) add(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, part);
      return;
    }
    if (fieldSpecAt(row, pointer)?.schema.secret === true) {
      const name = `s${Object.keys(secrets).length}`;
      secrets[name] = String(value);
      values[pointer] = { type: 'msg', value: `secrets.${name}` };
      return;
    }
    const type = { string: 'str', number: 'num', boolean: 'bool' }[typeof value as 'string'] ?? 'json';
    values[pointer] = { type, value: type === 'json' ? JSON.stringify(value) : String(value) };
  }

  for (const [part, value] of Object.entries(input)) add(part, value);
  return { values: JSON.stringify(values), secrets };
}
