import { currentVersion, type Field, type FieldTable, versionProperty } from '../fields';
import type { DevicePicker } from './device-picker';
import { inputPrefix } from './form-rows';

/** The inputs of a node's edit dialog; values have the form in which the flow file stores them. */
export interface Form {
  readonly prefix: string;
  input(name: string): Query;
  /** The current dialog values, whether deployed or not; `secrets` includes the credentials. */
  values(options?: { secrets?: boolean }): Record<string, unknown>;
  /** A table of the dialog: what stands in its rows now. */
  readRows(name: string, rows: () => readonly unknown[]): void;
  /** Picks these devices, in place of those that are picked. */
  pick(name: string, deviceIds: readonly string[]): void;
}

export function createForm(
  fields: FieldTable,
  isConfig: boolean,
  pickers: ReadonlyMap<string, Pick<DevicePicker, 'selected' | 'pick'>>,
): Form {
  const prefix = inputPrefix(isConfig);
  const tables = new Map<string, () => readonly unknown[]>();
  const input = (name: string) => $(`#${prefix}${name}`);

  function read(name: string, field: Field): unknown {
    if (field.kind === 'list' || field.kind === 'rows')
      return pickers.get(name)?.selected() ?? tables.get(name)?.() ?? [];
    if (field.kind === 'flag') return input(name).is(':checked');
    return input(name).val() ?? '';
  }

  return {
    prefix,
    input,
    values({ secrets = false } = {}) {
      const entries: [string, unknown][] = [[versionProperty, currentVersion(fields)]];
      for (const [name, field] of Object.entries(fields)) {
        if (field.kind === 'version') continue;
        if (!secrets && (field.kind === 'secret' || field.kind === 'identifier')) continue;
        entries.push([name, read(name, field)]);
        if (field.kind === 'typed') entries.push([`${name}Type`, input(`${name}Type`).val() ?? '']);
      }
      return Object.fromEntries(entries);
    },
    readRows(name, rows) {
      tables.set(name, rows);
    },
    pick: (name, deviceIds) => pickers.get(name)?.pick(deviceIds),
  };
}
