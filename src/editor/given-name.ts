import { type Circuit, idKey } from '../directory';

type Rows = readonly Circuit[];

const names = new WeakMap<Rows, ReadonlyMap<string, string>>();

/** The name that a directory in the editor, deployed or not, gives the device. */
export function givenName(accountId: unknown, deviceId: string): string | undefined {
  let found: string | undefined;
  RED.nodes.eachConfig((config) => {
    if (found !== undefined || config.type !== 'breaker-directory' || config.account !== accountId) return true;
    const { circuits } = config as unknown as { readonly circuits?: Rows };
    if (!Array.isArray(circuits)) return true;
    // The canvas asks for each label whenever it is drawn.
    let known = names.get(circuits);
    if (known === undefined) {
      known = new Map((circuits as Rows).map(({ deviceId: id, name }) => [idKey(id), name]));
      names.set(circuits, known);
    }
    found = known.get(idKey(deviceId));
    return true;
  });
  return found === '' ? undefined : found;
}
