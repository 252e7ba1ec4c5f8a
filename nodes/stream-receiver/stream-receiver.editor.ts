import { element, type Form, type NodeEditor, offerZone, showAddress, showReceiver, text } from '../../src/editor';
import { randomText } from './random-text.editor';

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
    offerZone(form);
    const element = (id: string) => document.getElementById(id);
    const [address, generate, receiver, messages] = [
      'breakerflow-receiver-address',
      'breakerflow-generate',
      'breakerflow-receiver',
      'breakerflow-messages',
    ].map(element);
    const signature = element('breakerflow-signature');
    if (address) showAddress(address, form, () => '/publish');
    if (generate) offerCredentials(generate, form);
    if (receiver) showReceiver(receiver, node.id, { kind: 'stream' });
    const showSections = () => {
      const [format, deliverTo] = [form.input('format').val(), form.input('deliverTo').val()];
      signature?.toggleAttribute('hidden', format !== 'webhook');
      messages?.toggleAttribute('hidden', format === 'webhook' && deliverTo === 'queue');
      // A worker takes no requests: nothing is to be said of its address, its refusals or a stream.
      receiver?.toggleAttribute('hidden', format === 'queue');
      const endpoint = String(form.input('endpoint').val() ?? '');
      address?.toggleAttribute('hidden', format !== 'webhook' || !RED.nodes.node(endpoint));
    };
    for (const name of ['format', 'deliverTo']) form.input(name).on('change', showSections);
    showSections();
  },
  save(node, form) {
    const { format, comesFrom } = form.values();
    const outputs = format === 'azure-iot-hub' && comesFrom === 'event-grid' ? 4 : 3;
    node.outputs = outputs;
    form.input('outputs').val(outputs);
  },
};
