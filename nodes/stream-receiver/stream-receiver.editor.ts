import { element, type Form, type NodeEditor, randomText, showAddress, showReceiver, text } from '../../src/editor';

/** New credentials, in clear until the dialog is closed: whoever registers the stream elsewhere has to copy them. */
function offerCredentials(host: HTMLElement, form: Form): void {
  const button = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    text('receiver.generate'),
  ]);
  const shown = element('code', { class: 'breakerflow-address' });
  button.addEventListener('click', () => {
    const [accessKeyId, secret] = [`NR${randomText(16).toUpperCase()}`, randomText(40)];
    form.input('accessKeyId').val(accessKeyId).trigger('change');
    form.input('secretAccessKey').val(secret).trigger('change');
    shown.textContent = secret;
  });
  host.replaceChildren(button, ' ', shown);
}

export const editor: NodeEditor = {
  label(node) {
    return node.name || 'stream receiver';
  },
  prepare(node, form) {
    const element = (id: string) => document.getElementById(id);
    const [address, generate, receiver] = [
      'breakerflow-receiver-address',
      'breakerflow-generate',
      'breakerflow-receiver',
    ].map(element);
    const signature = element('breakerflow-signature');
    const showSignature = () => signature?.toggleAttribute('hidden', form.input('format').val() !== 'webhook');
    form.input('format').on('change', showSignature);
    showSignature();
    if (address) showAddress(address, form, () => '/publish');
    if (generate) offerCredentials(generate, form);
    if (receiver) showReceiver(receiver, node.id, { kind: 'stream' });
  },
};
