import { ask, element, type NodeEditor, text } from '../../src/editor';

/** The longest address that the service takes. spec 8 */
const uriMax = 256;

interface Facts {
  readonly httpNodeAuth: boolean;
  readonly httpNodeRoot: string;
}

export const editor: NodeEditor = {
  label(node) {
    return node.name || String(node.publicUrl ?? 'endpoint');
  },
  prepare(_node, form) {
    const host = document.getElementById('breakerflow-endpoint');
    if (host === null) return;
    const address = element('code', { class: 'breakerflow-address' });
    const warnings = element('div', { role: 'status' });
    host.replaceChildren(
      element('div', { class: 'breakerflow-hint' }, [text('endpoint.address'), ' ', address]),
      warnings,
    );
    let facts: Facts | undefined;

    function show(): void {
      const { publicUrl, basePath, mount } = form.values();
      const root = mount === 'shared' ? (facts?.httpNodeRoot ?? '/').replace(/\/$/, '') : '';
      const url = `${String(publicUrl).replace(/\/$/, '')}${root}${basePath}/…`;
      address.textContent = url;
      const notes = [
        ...(mount === 'shared' && facts?.httpNodeAuth ? [text('endpoint.nodeAuth')] : []),
        ...(url.length > uriMax - 40 ? [text('endpoint.long', { max: uriMax })] : []),
      ];
      warnings.replaceChildren(...notes.map((note) => element('div', { class: 'breakerflow-error' }, [note])));
    }

    for (const name of ['publicUrl', 'basePath', 'mount']) {
      form.input(name).on('change', show);
      form.input(name).on('keyup', show);
    }
    show();
    ask('GET', 'breakerflow/endpoint-facts')
      .then((answer) => {
        facts = answer as Facts;
        show();
      })
      .catch(() => {});
  },
};
