import type { SiteTree } from '../../src/admin-api';
import { createCircuitDirectory } from '../../src/directory';
import { askAccount, deployedOrDraft, type Form } from '../../src/editor';
import { circuitsOf } from '../../src/editor/circuits';
import type { FormPreset } from './preset-form';
import { nothingPicked, type ProposedTarget, proposedTarget } from './proposed-target';

interface ProposalOptions {
  readonly form: Form;
  /** A proposal stands in the form. */
  readonly onChange: () => void;
}

export interface TargetProposal {
  /** Another preset or account was chosen. */
  propose(): void;
  close(): void;
}

/** Proposes whom a preset is for, until a person picks devices or a location. */
export function createTargetProposal({ form, onChange }: ProposalOptions): TargetProposal {
  let tree: SiteTree | undefined;
  let treeOf = '';
  let newest = 0;
  let proposed = nothingPicked;

  const shown = (): ProposedTarget => ({
    target: form.input('target').val() === 'location' ? 'location' : 'devices',
    location: String(form.input('location').val() ?? ''),
    devices: (form.values().devices as string[] | undefined) ?? [],
  });
  const isPicked = () => JSON.stringify(shown()) !== JSON.stringify(proposed);
  const accountId = () => String(form.input('account').val() ?? '');

  async function propose(): Promise<void> {
    const id = accountId();
    const account = deployedOrDraft(id);
    const mine = ++newest;
    if (isPicked() || account === undefined) return;
    if (treeOf !== id) {
      // The pickers say why there is none.
      tree = await askAccount(account, 'tree', {}).catch(() => undefined);
      if (mine !== newest) return;
      treeOf = tree === undefined ? '' : id;
    }
    if (tree !== undefined && !isPicked()) show(tree);
  }

  function show(site: SiteTree): void {
    const preset = String(form.input('preset').val()) as FormPreset;
    const { circuitOf } = createCircuitDirectory(circuitsOf(accountId()));
    const next = proposedTarget(preset, site, circuitOf);
    if (next === undefined || JSON.stringify(next) === JSON.stringify(proposed)) return;
    proposed = next;
    form.pick('devices', next.devices);
    form.input('location').val(next.location).trigger('change');
    form.input('target').val(next.target).trigger('change');
    onChange();
  }

  return {
    propose: () => void propose(),
    close() {
      newest += 1;
    },
  };
}
