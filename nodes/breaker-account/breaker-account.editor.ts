import {
  type AccountReference,
  ask,
  checkList,
  element,
  type Form,
  fields,
  fieldTroubles,
  goToField,
  loadPanel,
  markFields,
  type NodeEditor,
  text,
  textsOf,
} from '../../src/editor';
import { fields as table } from './breaker-account.fields';
import type * as Script from './breaker-account.panel.editor';
import { bindImportedExamples } from './import-example.editor';
import { leaveSimulator } from './leave-simulator.editor';
import type english from './locales/en-US/breaker-account.json';
import { createOrganizationRows } from './organization-rows.editor';
import { siteHint } from './site-hint.editor';

const credentials: readonly string[] = Object.entries(table)
  .filter(([, { kind }]) => kind === 'secret' || kind === 'identifier')
  .map(([name]) => name);

const accountText = textsOf<typeof english, 'breaker-account'>('breaker-account');

/** The account as it stands in the dialog. */
function draftOf({ id }: EditorNode, form: Form): Extract<AccountReference, { kind: 'draft' }> {
  const all = form.values({ secrets: true });
  const secrets = Object.fromEntries(credentials.map((name) => [name, all[name]]));
  return { kind: 'draft', id, stored: form.values(), credentials: secrets };
}

async function test(node: EditorNode, form: Form, result: HTMLElement): Promise<void> {
  result.replaceChildren(element('div', { class: 'breakerflow-note' }, [text('check.running')]));
  markFields([]);
  try {
    const { kind, ...body } = draftOf(node, form);
    const { lines } = await ask('POST test-connection', { body });
    // The answer to a dialog that was closed meanwhile must not mark the fields of the next one.
    if (!result.isConnected) return;
    result.replaceChildren(checkList(lines, goToField));
    markFields(fieldTroubles(lines));
    result.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    result.replaceChildren(element('div', { class: 'breakerflow-error', role: 'alert' }, [message]));
  }
}

function showSiteHint(node: EditorNode, form: Form): void {
  const host = document.getElementById('breakerflow-site-hint');
  if (host === null) return;
  const hint = siteHint(node.id, form.values());
  host.textContent = hint ?? '';
  host.hidden = hint === undefined;
}

/** The devices of the simulator are none of the service's: each has a list of its own. */
function keepProtectedByMode(form: Form): void {
  const picked = new Map<unknown, readonly string[]>();
  let before = form.values().mode;
  form.input('mode').on('change', () => {
    const { mode, protectedDevices } = form.values();
    if (mode === before) return;
    picked.set(before, Array.isArray(protectedDevices) ? protectedDevices.map(String) : []);
    before = mode;
    form.pick('protectedDevices', picked.get(mode) ?? []);
  });
}

/** The table in place of the JSON text, which stays where the table cannot be loaded. */
function showAssumptions(form: Form): void {
  const section = document.getElementById('breakerflow-advanced');
  const row = document.querySelector<HTMLElement>('.breakerflow-row[data-field="replaced"]');
  if (section === null || row === null) return;
  const load = async () => {
    try {
      const { showAssumptionTable } = await loadPanel<typeof Script>('breaker-account');
      await showAssumptionTable(row, form, accountText);
    } catch (error) {
      row.append(element('div', { class: 'breakerflow-error' }, [String((error as Error).message)]));
    }
  };
  section.addEventListener('toggle', () => void load(), { once: true });
}

/** The list of types of load in place of the text, which stays where the list cannot be loaded. */
function showLoads(node: EditorNode, form: Form): void {
  const section = document.getElementById('breakerflow-safety');
  const row = document.querySelector<HTMLElement>('.breakerflow-row[data-field="protectedLoads"]');
  if (section === null || row === null) return;
  const load = async () => {
    try {
      const { showProtectedLoads } = await loadPanel<typeof Script>('breaker-account');
      const { reload, forget } = showProtectedLoads(row, form, () => draftOf(node, form), accountText);
      // A service can be asked only when its address and secrets have been entered.
      form.input('mode').on('change', () => (form.values().mode === 'service' ? forget() : void reload()));
      await reload();
    } catch (error) {
      row.append(element('div', { class: 'breakerflow-error' }, [String((error as Error).message)]));
    }
  };
  section.addEventListener('toggle', () => void load(), { once: true });
}

export const editor: NodeEditor = {
  label(node) {
    if (node.name) return node.name;
    return node.mode === 'service'
      ? accountText('choice.mode.service')
      : text('site.label', { site: node.site || fields.defaultSite });
  },
  prepare(node, form) {
    const mode = form.input('mode');
    const showHint = () => $('#breakerflow-simulator-hint').toggle(mode.val() !== 'service');
    mode.on('change', showHint);
    showHint();
    keepProtectedByMode(form);
    for (const name of ['mode', 'site', 'seed', 'speed', 'keepState'])
      form.input(name).on('change', () => showSiteHint(node, form));
    showSiteHint(node, form);
    showAssumptions(form);
    showLoads(node, form);
    createOrganizationRows(node, form, accountText);
    const host = document.getElementById('breakerflow-test');
    if (host === null) return;
    const button = element('button', { type: 'button', class: 'red-ui-button' }, [
      element('i', { class: 'fa fa-plug' }),
      ` ${text('check.run')}`,
    ]);
    const result = element('div', { role: 'status' });
    button.addEventListener('click', () => {
      button.disabled = true;
      test(node, form, result).finally(() => {
        button.disabled = false;
      });
    });
    host.replaceChildren(button, result);
  },
  save(node, form) {
    node.organizations = form.values().organizations;
    // A new account has no mode yet, and no nodes.
    if (node.mode !== 'service' && form.input('mode').val() === 'service') leaveSimulator(node);
  },
};

bindImportedExamples();
