import {
  addDialogStyle,
  type ConfigOf,
  createPanelDialog,
  deployedOrDraft,
  type Form,
  type NodeEditor,
  offerZone,
  textsOf,
} from '../../src/editor';
import { actionOf, namesScene } from './actions';
import type { fields } from './breaker-control.fields';
import type * as Panel from './breaker-control.panel.editor';
import { circuitStyle } from './circuit-style.editor';
import type english from './locales/en-US/breaker-control.json';

const text = textsOf<typeof english>('breaker-control');

const view = createPanelDialog<typeof Panel, Panel.CircuitView>(
  'breaker-control',
  () => text('circuits.notLoaded'),
  (panel) => panel.close(),
);

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    if (node.name) return node.name;
    const { action = 'value', scene = '' } = node;
    const known = actionOf(action);
    if (known?.label === 'type') return 'breaker control';
    const label = text(`choice.action.${action}`);
    return namesScene(known) ? `${label}: ${scene}` : label;
  },
  async prepare(node, form) {
    offerZone(form);
    const byAlarm = () => actionOf(form.values().action)?.byAlarm;
    function explain(): void {
      for (const hint of document.querySelectorAll<HTMLElement>('[data-alarm-hint]'))
        hint.hidden = hint.dataset.alarmHint !== byAlarm();
    }
    form.input('action').on('change', explain);
    const propose = proposeNamed(form);
    form.input('action').on('change', () => propose(byAlarm() === 'begins'));
    explain();
    const host = document.getElementById('breakerflow-circuits');
    if (host === null) return;
    addDialogStyle('breaker-control', circuitStyle);
    const update = () => view.panel()?.update();
    for (const name of Object.keys(form.values())) form.input(name).on('change', update);
    // The events of typing, and of the device pickers, whose devices are not in an input of the form.
    for (const event of ['input', 'change', 'click'])
      host.parentElement?.addEventListener(event, () => setTimeout(update));
    const account = () => deployedOrDraft(String(form.input('account').val() ?? ''));
    await view.open(host, (script) => script.createCircuitView({ host, form, say: text, account, nodeId: node.id }));
    update();
  },
  save(node, form) {
    const { action, readBack, laterOutput } = form.values();
    const outputs = laterOutput === true && readBack === true && actionOf(action)?.reads !== true ? 2 : 1;
    node.outputs = outputs;
    form.input('outputs').val(outputs);
  },
  close: view.close,
};

/** An alarm names its circuit: that is proposed where no other one is picked, and taken back for another action. */
function proposeNamed(form: Form): (isNamed: boolean) => void {
  let isProposed = false;
  const choose = (target: 'value' | 'devices') => form.input('target').val(target).trigger('change');
  return (isNamed) => {
    const { target, devices } = form.values();
    if (isNamed && target === 'devices' && Array.isArray(devices) && devices.length === 0) {
      isProposed = true;
      choose('value');
    } else if (!isNamed && isProposed && target === 'value') {
      isProposed = false;
      choose('devices');
    }
  };
}
