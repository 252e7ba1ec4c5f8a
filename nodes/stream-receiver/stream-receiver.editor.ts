import { type NodeEditor, randomText, showReceiver } from '../../src/editor';

export const editor: NodeEditor = {
  label(node) {
    return node.name || 'stream receiver';
  },
  prepare(node, form) {
    // A new node gets credentials of its own; the service is told them at registration.
    if (form.input('accessKeyId').val() === '') {
      form
        .input('accessKeyId')
        .val(`NR${randomText(16).toUpperCase()}`)
        .trigger('change');
      form.input('secretAccessKey').val(randomText(40)).trigger('change');
    }
    const host = document.getElementById('breakerflow-receiver');
    if (host !== null) showReceiver(host, node.id, true);
  },
};
