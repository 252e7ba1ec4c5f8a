import type { Circuit } from '../../src/directory';
import { askAccount, deployedOrDraft, type Form } from '../../src/editor';
import { type CircuitTable, createCircuitTable } from '../../src/editor/circuits';

interface PanelOptions {
  readonly host: HTMLElement;
  readonly form: Form;
  readonly circuits: readonly Circuit[];
}

/** The table of the dialog, with the devices of the chosen account. */
export function createPanel({ host, form, circuits }: PanelOptions): CircuitTable {
  const table = createCircuitTable({ host, circuits });
  let turn = 0;
  async function load(): Promise<void> {
    turn += 1;
    const mine = turn;
    const account = deployedOrDraft(String(form.input('account').val() ?? ''));
    if (account === undefined) return;
    // Without the service the rows can still be edited.
    const site = await askAccount(account, 'site', { search: '', hardware: '' }).catch(() => undefined);
    if (site === undefined || mine !== turn) return;
    const places = new Map(site.locations.map(({ id, name }) => [id, name]));
    table.showDevices(
      site.devices.map((device) => {
        const location = places.get(device.locationId ?? '');
        return { ...device, ...(location === undefined ? {} : { location }) };
      }),
    );
  }
  form.input('account').on('change', load);
  load();
  return table;
}
