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

  function show(): void {
    const endpoint = RED.nodes.node(String(form.input('endpoint').val() ?? ''));
    host.toggleAttribute('hidden', !endpoint);
    if (!endpoint) return;
    const url = [String(endpoint.publicUrl).replace(/\/$/, ''), endpoint.basePath, form.input('route').val()].join('');
    address.textContent = `${url}${longestSuffix()}`;
    const { length } = `${url}${longestSuffix()}`;
    warning.replaceChildren(
      ...(length > uriMax
        ? [element('div', { class: 'breakerflow-warning' }, [text('endpoint.tooLong', { max: uriMax, length })])]
        : []),
    );
  }

  for (const name of ['endpoint', 'route']) {
    form.input(name).on('change', show);
    form.input(name).on('keyup', show);
  }
  show();
}
