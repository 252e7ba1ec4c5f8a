import type { Circuit } from '../../directory';
import { askAccount, deployedOrDraft, element } from '..';
import {
  type CircuitTable,
  circuitsOf,
  createCircuitTable,
  deployedCircuits,
  placedDevices,
  storeCircuits,
} from '../circuits';
import { createReplaceQuestion } from './replace-question';
import { sidebarText } from './sidebar-text';
import type { SidebarView } from './view';

const keyOf = (circuits: readonly Circuit[]) => JSON.stringify(circuits);

/** The circuit directory of the account: each change of its table is one that undo takes back. */
export function createPanelView(account: () => string | undefined): SidebarView {
  const note = element('div', { class: 'breakerflow-error', role: 'status' });
  const rows = element('div', { class: 'breakerflow-schedule-rows' });
  const question = createReplaceQuestion(account);
  const host = element('div', { class: 'breakerflow-page breakerflow-schedule' }, [
    element('div', { class: 'breakerflow-note', title: sidebarText('panel.hint') }, [sidebarText('panel.hint')]),
    note,
    question.element,
    rows,
  ]);
  let table: CircuitTable | undefined;
  /** The account whose circuits are in the table. */
  let shownOf: string | undefined;
  let stored = '';
  let deployed = '';
  let isOpen = false;
  let isStoring = false;
  let turn = 0;

  function store(): void {
    if (table === undefined || shownOf === undefined) return;
    const circuits = table.circuits();
    if (keyOf(circuits) === stored) return;
    isStoring = true;
    storeCircuits(shownOf, circuits);
    isStoring = false;
    stored = keyOf(circuitsOf(shownOf));
  }

  /** Shows what others have stored since: undo, the dialog, an import. */
  function follow(): void {
    const id = account();
    if (!isOpen || isStoring || id === undefined) return;
    const [now, before] = [circuitsOf(id), deployedCircuits(id)];
    table ??= createCircuitTable({
      host: rows,
      circuits: [],
      accountId: () => shownOf ?? '',
      onChange: store,
      onReplace({ deviceId, serialNumber, name }) {
        question.open({ id: deviceId, serialNumber, name });
      },
    });
    const isOther = id !== shownOf;
    shownOf = id;
    if (isOther) {
      question.close();
      table.showDevices([]);
    }
    if (isOther || keyOf(now) !== stored) table.showCircuits(now, before);
    else if (keyOf(before) !== deployed) table.setBefore(before, now);
    stored = keyOf(now);
    deployed = keyOf(before);
  }

  async function load(): Promise<void> {
    follow();
    turn += 1;
    const mine = turn;
    const of = shownOf;
    const reference = of === undefined ? undefined : deployedOrDraft(of);
    if (reference === undefined) return;
    try {
      const site = await askAccount(reference, 'tree', {});
      if (mine !== turn || of !== shownOf) return;
      note.textContent = (site.unread ?? []).join(' ');
      table?.showDevices(placedDevices(site), site.unread === undefined && site.devices.length === site.total);
    } catch (error) {
      // Without the service the rows can still be edited.
      if (mine === turn) note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  for (const event of ['nodes:add', 'nodes:change', 'nodes:remove', 'deploy'])
    RED.events.on(event, (node?: EditorNode) => {
      if (node?.type === undefined || node.type === 'breaker-directory') follow();
    });

  return {
    element: host,
    open() {
      isOpen = true;
      load();
    },
    close() {
      isOpen = false;
    },
    reload: load,
  };
}
