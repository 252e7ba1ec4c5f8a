import type { EndpointFacts } from '../../src/admin-api';
import { ask, element, type NodeEditor, outsideSteps, text } from '../../src/editor';

/** The longest address of a webhook that the service takes, and what a receiver's path may add. spec 8 */
const uriMax = 256;
const routeLength = 60;

/** What speaks against an address that is otherwise well-formed. */
function warnings(publicUrl: string, mount: unknown, url: string, facts: EndpointFacts | undefined): string[] {
  return [
    ...(mount === 'shared' && facts?.httpNodeAuth ? [text('endpoint.nodeAuth')] : []),
    ...(mount === 'shared' && facts?.httpNodeRoot === 'false' ? [text('endpoint.noRoot')] : []),
    ...(publicUrl.startsWith('https://') ? [] : [text('endpoint.notHttps')]),
    ...(/^https:\/\/[^/:]+\.example(:\d+)?\/?$/.test(publicUrl) ? [text('endpoint.placeholder')] : []),
    ...(url.length > uriMax - routeLength ? [text('endpoint.long', { max: uriMax })] : []),
  ];
}

export const editor: NodeEditor = {
  label(node) {
    if (node.mount === 'none') return node.name || text('endpoint.remembers');
    return node.name || String(node.publicUrl ?? 'endpoint');
  },
  prepare(node, form) {
    const host = document.getElementById('breakerflow-endpoint');
    if (host === null) return;
    const address = element('code', { class: 'breakerflow-address' });
    const notes = element('div', { role: 'status' });
    const test = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
      text('receiver.test'),
    ]);
    const verdict = element('div', { role: 'status' });
    host.replaceChildren(
      element('div', { class: 'breakerflow-hint' }, [text('endpoint.address'), ' ', address]),
      notes,
      test,
      verdict,
    );
    let facts: EndpointFacts | undefined;

    function show(): void {
      const { publicUrl, basePath, mount } = form.values();
      host?.toggleAttribute('hidden', mount === 'none');
      const root = mount === 'shared' ? (facts?.httpNodeRoot ?? '/').replace(/\/$/, '') : '';
      const url = `${String(publicUrl).replace(/\/$/, '')}${root}${basePath}/…`;
      address.textContent = url;
      notes.replaceChildren(
        ...warnings(String(publicUrl), mount, url, facts).map((warning) =>
          element('div', { class: 'breakerflow-warning' }, [warning]),
        ),
      );
    }

    for (const name of ['publicUrl', 'basePath', 'mount']) {
      form.input(name).on('change', show);
      form.input(name).on('keyup', show);
    }
    show();
    ask('GET endpoint-facts')
      .then((answer) => {
        facts = answer;
        show();
      })
      .catch(() => {});

    test.addEventListener('click', async () => {
      verdict.replaceChildren(element('div', { class: 'breakerflow-note' }, [text('check.running')]));
      try {
        verdict.replaceChildren(outsideSteps(await ask('POST endpoints/:id/test', { params: { id: node.id } })));
      } catch {
        verdict.replaceChildren(element('div', { class: 'breakerflow-error' }, [text('endpoint.notDeployed')]));
      }
    });
  },
};
