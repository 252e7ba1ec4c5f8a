import {
  ask,
  checkList,
  element,
  type Form,
  fieldTroubles,
  goToField,
  markFields,
  type NodeEditor,
  text,
  textsOf,
} from '../../src/editor';
import type english from './locales/en-US/breaker-account.json';

const credentials = ['apiKey', 'appClientId', 'appSecret1', 'appSecret2', 'orgClientId', 'orgSecret1', 'orgSecret2'];

const accountText = textsOf<typeof english, 'breaker-account'>('breaker-account');

async function test(node: EditorNode, form: Form, result: HTMLElement): Promise<void> {
  result.replaceChildren(element('div', { class: 'breakerflow-note' }, [text('check.running')]));
  markFields([]);
  const all = form.values({ secrets: true });
  const stored = Object.fromEntries(Object.entries(all).filter(([name]) => !credentials.includes(name)));
  const secrets = Object.fromEntries(credentials.map((name) => [name, all[name]]));
  try {
    const { lines } = await ask('POST test-connection', { body: { id: node.id, stored, credentials: secrets } });
    result.replaceChildren(checkList(lines, goToField));
    markFields(fieldTroubles(lines));
    result.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    result.replaceChildren(element('div', { class: 'breakerflow-error', role: 'alert' }, [message]));
  }
}

export const editor: NodeEditor = {
  label(node) {
    return node.name || accountText(`choice.mode.${node.mode === 'service' ? 'service' : 'simulator'}`);
  },
  prepare(node, form) {
    const mode = form.input('mode');
    const showHint = () => $('#breakerflow-simulator-hint').toggle(mode.val() !== 'service');
    mode.on('change', showHint);
    showHint();
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
};
