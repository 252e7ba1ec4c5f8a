import type { EndpointFacts } from '../../src/admin-api';
import {
  ask,
  element,
  type Form,
  fields,
  isDeployed,
  loadPanel,
  type NodeEditor,
  outsideSteps,
  smallButton,
  text,
  textsOf,
} from '../../src/editor';
import type * as Script from './breaker-endpoint.panel.editor';
import type english from './locales/en-US/breaker-endpoint.json';
import type { Place } from './public-address-recipes';

const ownText = textsOf<typeof english>('breaker-endpoint');

/** The longest address of a webhook that the service takes, and what a receiver's path may add. spec 8 */
const uriMax = 256;
const routeLength = 60;

/** What a test takes as it was deployed, whatever the dialog says. */
const deployedFields = ['mount', 'port', 'host', 'tls', 'basePath'];
const shownFields = [...deployedFields, 'publicUrl', 'maxBody'];

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

/** The endpoint of the dialog, as a guide to its public address needs it. */
function placeOf(form: Form, facts: EndpointFacts | undefined): Place {
  const { publicUrl, basePath, mount, port, host, tls, maxBody } = form.values();
  const isShared = mount === 'shared';
  const name = ['', '0.0.0.0', '::'].includes(String(host)) ? '127.0.0.1' : String(host);
  const own = `${['', '_ADD_'].includes(String(tls)) ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const root = isShared ? (facts?.httpNodeRoot ?? '/').replace(/\/$/, '') : '';
  return {
    publicHost: URL.canParse(String(publicUrl)) ? new URL(String(publicUrl)).hostname : 'node-red.example',
    localOrigin: isShared ? (facts?.serverOrigin ?? 'http://127.0.0.1:1880') : own,
    path: `${root}${basePath}`,
    maxBody: Number(maxBody) || 1024,
  };
}

async function testNow(node: EditorNode, form: Form, isChanged: boolean): Promise<HTMLElement[]> {
  const failed = (words: string) => [element('div', { class: 'breakerflow-error' }, [words])];
  if (!isDeployed(node.id)) return failed(text('endpoint.notDeployed'));
  const publicUrl = String(form.values().publicUrl);
  const fault = fields.publicUrlProblem(publicUrl);
  if (fault !== undefined) return failed(`${ownText('label.publicUrl')}: ${text(`problem.${fault}`)}`);
  try {
    const test = await ask('POST endpoints/:id/test', { params: { id: node.id }, body: { publicUrl } });
    const stale = isChanged ? [element('div', { class: 'breakerflow-warning' }, [ownText('guide.deployFirst')])] : [];
    return [...stale, outsideSteps(test)];
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
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
    const guideHost = element('div');
    const guideSection = element('details', { class: 'breakerflow-section', id: 'breakerflow-public-address' }, [
      element('summary', {}, [ownText('guide.title')]),
      guideHost,
    ]);
    const verdict = element('div', { role: 'status' });
    const deployed = () => JSON.stringify(deployedFields.map((name) => form.input(name).val()));
    const opened = deployed();
    const test = smallButton(text('receiver.test'), async () => {
      verdict.replaceChildren(element('div', { class: 'breakerflow-note' }, [ownText('guide.running')]));
      verdict.replaceChildren(...(await testNow(node, form, node.changed === true || deployed() !== opened)));
    });
    host.replaceChildren(
      element('div', { class: 'breakerflow-hint' }, [text('endpoint.address'), ' ', address]),
      notes,
      guideSection,
      test,
      verdict,
    );
    let facts: EndpointFacts | undefined;
    let guide: Script.Guide | undefined;

    function show(): void {
      const { publicUrl, mount } = form.values();
      host?.toggleAttribute('hidden', mount === 'none');
      const place = placeOf(form, facts);
      const url = `${String(publicUrl).replace(/\/$/, '')}${place.path}/…`;
      address.textContent = url;
      notes.replaceChildren(
        ...warnings(String(publicUrl), mount, url, facts).map((warning) =>
          element('div', { class: 'breakerflow-warning' }, [warning]),
        ),
      );
      guide?.show(place);
    }

    guideSection.addEventListener('toggle', async () => {
      if (!guideSection.open || guide !== undefined) return;
      try {
        const { createGuide } = await loadPanel<typeof Script>('breaker-endpoint');
        guide = createGuide({ host: guideHost, text: ownText });
        show();
      } catch (error) {
        guideHost.textContent = ownText('guide.failed', { error: String(error) });
      }
    });
    for (const name of shownFields) {
      form.input(name).on('change', show);
      // At once, by typing or pasting: a warning that appears when the field is left would move the button away from a click.
      form.input(name).on('input', show);
    }
    show();
    ask('GET endpoint-facts')
      .then((answer) => {
        facts = answer;
        show();
      })
      .catch(() => {});
  },
};
