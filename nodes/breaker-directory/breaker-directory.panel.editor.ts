import type { Circuit } from '../../src/directory';
import { askAccount, deployedOrDraft, type Form } from '../../src/editor';
import { type CircuitTable, createCircuitTable, placedDevices } from '../../src/editor/circuits';

interface PanelOptions {
  readonly host: HTMLElement;
  readonly form: Form;
  readonly circuits: readonly Circuit[];
}

/** The table of the dialog, with the devices of the chosen account. */
export function createPanel({ host, form, circuits }: PanelOptions): CircuitTable {
  const accountId = () => String(form.input('account').val() ?? '');
  const table = createCircuitTable({
    host,
    circuits,
    accountId,
  });
  let turn = 0;
  async function load(): Promise<void> {
    turn += 1;
    const mine = turn;
    const account = deployedOrDraft(accountId());
    if (account === undefined) return;
    // Without the service the rows can still be edited.
    const site = await askAccount(account, 'tree', {}).catch(() => undefined);
    if (site !== undefined && mine === turn) table.showDevices(placedDevices(site));
  }
  form.input('account').on('change', load);
  load();
  return table;
}
