import { isTried } from '../admin-api';
import { checkField, type FieldTable } from '../fields';
import type { AccountReference } from './account-reference';
import { element } from './element';
import type { Form } from './form';
import { loadPanel } from './load-panel';
import { smallButton } from './small-button';
import { text } from './texts';

/** What the panel of a trial is made of. */
export interface TrialOptions {
  readonly host: HTMLElement;
  readonly node: EditorNode;
  readonly fields: FieldTable;
  readonly form: Form;
  readonly account: () => AccountReference | undefined;
  /** What keeps the node from being deployed, with the label of each field. */
  readonly problems: () => readonly string[];
}

/** Runs the node as its dialog stands. */
export interface TrialPanel {
  run(): void;
  close(): void;
}

interface TrialScript {
  createTrial(options: TrialOptions): TrialPanel;
}

type SectionOptions = Omit<TrialOptions, 'host' | 'problems'>;

/** Adds *Try it* to the dialog of a node that can be tried; returns what ends a trial with the dialog. */
export function addTrialSection({ node, fields, form, account }: SectionOptions): () => void {
  const dialog = document.querySelector<HTMLElement>(`.breakerflow-dialog-${node.type}`);
  if (!isTried(node.type) || dialog === null) return () => {};
  let panel: TrialPanel | undefined;
  let closed = false;
  const host = element('div', { class: 'breakerflow-trial-panel' });
  const button = smallButton(text('trial.button'), start, 'fa-play');
  const hint = element('span', { class: 'breakerflow-trial-hint' }, [text('trial.hint')]);
  const section = element('div', { class: 'breakerflow-trial' }, [button, hint, host]);
  const later = dialog.querySelector('details.breakerflow-section');
  if (later === null) dialog.append(section);
  else later.before(section);

  async function start(): Promise<void> {
    try {
      if (panel === undefined) {
        const { createTrial } = await loadPanel<TrialScript>('breaker-account');
        if (closed) return;
        panel ??= createTrial({ host, node, fields, form, account, problems: () => problemsOf(fields, form) });
      }
      panel.run();
    } catch {
      host.replaceChildren(element('div', { class: 'breakerflow-error', role: 'alert' }, [text('trial.notLoaded')]));
    }
  }

  return () => {
    closed = true;
    panel?.close();
  };
}

function problemsOf(fields: FieldTable, form: Form): string[] {
  const values = form.values();
  return Object.entries(fields).flatMap(([name, field]) => {
    const found = checkField(name, field, values);
    return found === undefined ? [] : [`${labelOf(name)}: ${text(`problem.${found.key}`, found.params)}`];
  });
}

/** What the dialog calls a field. */
export function labelOf(name: string): string {
  return document.querySelector(`.breakerflow-row[data-field="${name}"] > label > span`)?.textContent?.trim() || name;
}
