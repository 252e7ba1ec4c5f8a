import { ask } from './ask';
import { element } from './element';
import type { Form } from './form';
import { text } from './texts';

/** The longest address of a webhook that the service takes. spec 8 */
const uriMax = 256;

/** Shows what the service will call, as composed from the endpoint and the path in the dialog. */
export function showAddress(host: HTMLElement, form: Form, longestSuffix: () => string): void {
  const address = element('code', { class: 'breakerflow-address' });
  const warning = element('div', { role: 'status' });
  host.replaceChildren(
    element('div', { class: 'breakerflow-hint' }, [text('endpoint.address'), ' ', address]),
    warning,
  );

  let nodeRoot = '';

  function show(): void {
    const endpoint = RED.nodes.node(String(form.input('endpoint').val() ?? ''));
    host.toggleAttribute('hidden', !endpoint);
    if (!endpoint) return;
    // A field that an older flow does not store has its default.
    const [publicUrl, basePath, mount] = ['publicUrl', 'basePath', 'mount'].map(
      (name) => endpoint[name] ?? endpoint._def.defaults?.[name]?.value ?? '',
    );
    const root = mount === 'shared' ? nodeRoot : '';
    const url = `${String(publicUrl).replace(/\/$/, '')}${root}${basePath}${form.input('route').val()}${longestSuffix()}`;
    const { length } = url;
    const warnings = [
      ...(mount === 'none' ? [text('endpoint.noRequests')] : []),
      ...(length > uriMax ? [text('endpoint.tooLong', { max: uriMax, length })] : []),
    ];
    address.textContent = mount === 'none' ? '' : url;
    warning.replaceChildren(...warnings.map((each) => element('div', { class: 'breakerflow-warning' }, [each])));
  }

  for (const name of ['endpoint', 'route']) {
    form.input(name).on('change', show);
    form.input(name).on('input', show);
  }
  show();
  ask('GET endpoint-facts')
    .then(({ httpNodeRoot }) => {
      nodeRoot = httpNodeRoot.replace(/\/$/, '');
      show();
    })
    .catch(() => {});
}
