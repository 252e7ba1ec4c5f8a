import { relativeTime } from '../../admin-api';
import { element, text } from '..';

interface TreeOptions {
  /** How many entries there are, where more than are shown, by path such as `0.payload.samples`. */
  readonly lengths: Readonly<Record<string, number>>;
  /** What people call the devices. */
  readonly names: Readonly<Record<string, string>>;
}

/** How many entries of a list are open at first. */
const openEntries = 3;

/**
 * A message as a tree: a click on the name of a property copies its path, such as `msg.payload.power.watts`. Times have their
 * local time and age beside them, ids of devices their names.
 */
export function messageTree(msg: Readonly<Record<string, unknown>>, at: number, options: TreeOptions): HTMLElement {
  return branch(msg, 'msg', String(at), options);
}

function branch(value: object, path: string, place: string, options: TreeOptions): HTMLElement {
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const rest = (options.lengths[place] ?? entries.length) - entries.length;
  const rows = entries.map(([key, item], at) =>
    row(isList ? `[${key}]` : key, item, pathOf(path, key, isList), `${place}.${key}`, {
      ...options,
      isOpen: !isList || at < openEntries,
    }),
  );
  if (rest > 0) rows.push(element('li', { class: 'breakerflow-trial-note' }, [text('trial.more', { count: rest })]));
  return element('ul', { class: 'breakerflow-trial-tree' }, rows);
}

function row(
  label: string,
  value: unknown,
  path: string,
  place: string,
  options: TreeOptions & { readonly isOpen: boolean },
): HTMLElement {
  const name = pathButton(label, path);
  if (typeof value !== 'object' || value === null)
    return element('li', {}, [name, ...shownValue(label, value, place, options)]);
  const count = options.lengths[place] ?? Object.keys(value).length;
  const head = element('summary', {}, [
    name,
    element('span', { class: 'breakerflow-trial-note' }, [Array.isArray(value) ? `[${count}]` : headline(value)]),
  ]);
  return element('li', {}, [element('details', { open: options.isOpen }, [head, branch(value, path, place, options)])]);
}

/** What a closed object is about. */
function headline(value: object): string {
  return 'name' in value && typeof value.name === 'string' ? value.name : '';
}

function pathButton(label: string, path: string): HTMLButtonElement {
  const title = text('trial.copy', { path });
  const button = element('button', { type: 'button', class: 'breakerflow-trial-path', title, 'data-path': path }, [
    label,
  ]);
  button.addEventListener('click', (event) => {
    // Within a summary it would fold the branch, too.
    event.preventDefault();
    RED.clipboard.copyText(path, $(button), text('trial.copied', { path }));
  });
  return button;
}

function shownValue(label: string, value: unknown, place: string, { names, lengths }: TreeOptions): HTMLElement[] {
  const isCut = typeof value === 'string' && place in lengths;
  const shown = isCut ? `${JSON.stringify(value)} …` : (JSON.stringify(value) ?? '');
  const kind = value === null ? 'null' : typeof value;
  const note = noteOf(label, value, names);
  return [
    element('span', { class: `breakerflow-trial-value breakerflow-trial-${kind}` }, [shown]),
    ...(note === '' ? [] : [element('span', { class: 'breakerflow-trial-note' }, [note])]),
  ];
}

function noteOf(label: string, value: unknown, names: TreeOptions['names']): string {
  if (typeof value === 'string' && names[value] !== undefined) return names[value];
  const atMs = instantOf(label, value);
  if (atMs === undefined) return '';
  const language = RED.i18n.lang();
  return `${new Date(atMs).toLocaleString(language)}, ${relativeTime(atMs - Date.now(), language)}`;
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
const timeName = /^(at|ts|since|.*(At|Since|Time|Timestamp|timestamp)|x)$/;

/** Epoch ms of a value that is a time: ISO 8601, or seconds or milliseconds under the name of a time. */
export function instantOf(label: string, value: unknown): number | undefined {
  if (typeof value === 'string') return iso.test(value) ? Date.parse(value) : undefined;
  if (typeof value !== 'number' || !timeName.test(label)) return undefined;
  if (value > 1e12 && value < 1e13) return value;
  return value > 1e9 && value < 1e10 ? value * 1000 : undefined;
}

/** The path of a property as a field of Node-RED takes it. */
export function pathOf(parent: string, key: string, isList: boolean): string {
  if (isList) return `${parent}[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`;
}
