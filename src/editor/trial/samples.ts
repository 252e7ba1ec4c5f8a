import { element, type FieldTable, type Form, labelOf, text } from '..';

const hourMs = 3_600_000;
/** What the message is to bring where nothing else is filled in, by field. */
const usual: Readonly<Record<string, () => string>> = {
  command: () => 'open',
  amperes: () => '10',
  from: () => new Date(Date.now() - hourMs).toISOString(),
  to: () => new Date().toISOString(),
};
/** These stay texts, also where they look like numbers. */
const names = new Set(['device', 'filterValue', 'newPlaceValue', 'session', 'batch', 'capture']);

interface Wanted {
  readonly path: string;
  readonly field: string;
  readonly label: string;
}

/** The fields of the dialog that take their value from the message, with an input for each. */
export interface Samples {
  readonly host: HTMLElement;
  /** Follows the dialog; focuses the first input that is empty, and returns whether there is one. */
  update(): boolean;
  values(): Readonly<Record<string, unknown>>;
}

export function createSamples(fields: FieldTable, form: Form): Samples {
  const host = element('div', { class: 'breakerflow-trial-samples' });
  const inputs = new Map<string, { readonly field: string; readonly input: HTMLInputElement }>();

  function inputFor({ path, field, label }: Wanted): HTMLElement {
    const known = inputs.get(path);
    const input =
      known?.input ??
      element('input', { type: 'text', value: usual[field]?.() ?? '', 'aria-label': `${label}, msg.${path}` });
    inputs.set(path, { field, input });
    return element('label', {}, [element('span', {}, [label]), element('code', {}, [`msg.${path}`]), input]);
  }

  return {
    host,
    update() {
      const wanted = wantedOf(fields, form);
      for (const path of inputs.keys()) if (!wanted.some((one) => one.path === path)) inputs.delete(path);
      host.hidden = wanted.length === 0;
      host.replaceChildren(element('div', {}, [text('trial.sample')]), ...wanted.map(inputFor));
      const isNeeded = ({ field }: { readonly field: string }) => {
        const { [field]: row } = fields;
        return row === undefined || (row.kind === 'typed' && row.required === true);
      };
      const empty = [...inputs.values()].find((one) => one.input.value === '' && isNeeded(one));
      empty?.input.focus();
      return empty !== undefined;
    },
    values: () =>
      Object.fromEntries(
        [...inputs].flatMap(([path, { field, input }]) =>
          input.value === '' ? [] : [[path, names.has(field) ? input.value : parsed(input.value)]],
        ),
      ),
  };
}

function wantedOf(fields: FieldTable, form: Form): Wanted[] {
  const values = form.values();
  const own = Object.entries(fields).flatMap(([field, row]): Wanted[] => {
    if (row.kind !== 'typed' || values[`${field}Type`] !== 'msg' || row.when?.(values) === false) return [];
    const path = String(values[field] ?? '');
    return path === '' ? [] : [{ path, field, label: labelOf(field) }];
  });
  const all = [...own, ...wantedOfCall(fields, values)];
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at);
}

/** A call has the values of its fields as JSON, by their paths. */
function wantedOfCall(fields: FieldTable, values: Readonly<Record<string, unknown>>): Wanted[] {
  const { values: row } = fields;
  if (row?.kind !== 'text' || row.when?.(values) === false) return [];
  const stored = parsed(String(values.values ?? ''));
  if (typeof stored !== 'object' || stored === null) return [];
  return Object.entries(stored).flatMap(([field, typed]: [string, unknown]): Wanted[] => {
    const { type, value } = (typed ?? {}) as { readonly type?: unknown; readonly value?: unknown };
    return type === 'msg' && typeof value === 'string' && value !== '' ? [{ path: value, field, label: field }] : [];
  });
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
