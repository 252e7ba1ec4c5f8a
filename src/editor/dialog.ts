import { textKey } from '../admin-api';
import {
  type AssumedWarning,
  checkField,
  completeConfig,
  type Field,
  type FieldTable,
  fieldWarnings,
  type StoredConfig,
  storedProperties,
  versionProperty,
} from '../fields';
import { type AccountReference, deployedOrDraft } from './account-reference';
import { dateTimeSource, pickDate, pickDateTime } from './date-time-picker';
import { describeRows } from './describe-rows';
import { createDevicePicker, type DevicePicker } from './device-picker';
import { element } from './element';
import { createForm, type Form } from './form';
import { givenName } from './given-name';
import { createLocationPicker } from './location-picker';
import { configOf, newerText, stampVersion } from './stored-config';
import { withTarget } from './target-label';
import { text } from './texts';
import { pickTime } from './time-input';
import { addTrialSection } from './trial-section';
import { createZonePicker } from './zone-picker';

/** What a node type's own editor code adds to the dialog that its field table makes. */
export interface NodeEditor<Stored = unknown> {
  label(node: EditorNode & Stored): string;
  prepare?(node: EditorNode, form: Form): void;
  /** Stores values that are calculated from the form, such as the number of outputs. */
  save?(node: EditorNode, form: Form): void;
  resize?(node: EditorNode, size: { width: number; height: number }): void;
  close?(): void;
}

/** The bundle of one node type. */
export interface NodeBundle {
  readonly fields: FieldTable;
  readonly editor: NodeEditor;
}

interface OpenDialog {
  readonly form: Form;
  readonly lists: Map<string, DevicePicker>;
  /** Devices and locations by the names of their fields. */
  readonly pickers: Map<string, Pick<DevicePicker, 'reload' | 'clear'>>;
  endTrial(): void;
}

const open = new WeakMap<EditorNode, OpenDialog>();

/** What can be deployed, and differs from what is assumed, stands below its field. */
function showWarnings(name: string, warnings: readonly AssumedWarning[]): void {
  const host = row(name);
  const shown = warnings.map(({ key, params }) =>
    element('div', { class: 'breakerflow-warning' }, [text(`warning.${key}`, params)]),
  );
  const before = host?.querySelector(':scope > .breakerflow-assumed');
  if (shown.length === 0) before?.remove();
  else if (before) before.replaceChildren(...shown);
  else host?.append(element('div', { class: 'breakerflow-assumed', role: 'status' }, shown));
}

function row(name: string): HTMLElement | null {
  return document.querySelector(`.breakerflow-row[data-field="${name}"]`);
}

// Node-RED writes the labels into the form only after it was prepared.
function labelOf(node: EditorNode, name: string): string {
  return RED._(textKey(`${node.type}.label.${name}`));
}

/** Fills the dialog: typed inputs, pickers, and which rows show. */
export function prepare(node: EditorNode, { fields, editor }: NodeBundle): void {
  const isAccount = node.type === 'breaker-account';
  const lists: OpenDialog['lists'] = new Map();
  const form = createForm(fields, node._def.category === 'config', lists);
  const pickers: OpenDialog['pickers'] = new Map();
  const config = configOf(node, fields);
  const newer = newerText(node, fields);
  if (newer !== undefined)
    document
      .querySelector('.breakerflow-row')
      ?.before(element('div', { class: 'breakerflow-error', role: 'alert' }, [newer]));
  for (const [name, field] of Object.entries(fields))
    if (field.kind === 'config') preselectOnly(form, name, field.type);

  const account = (): AccountReference | undefined =>
    isAccount
      ? { kind: 'draft', id: node.id, stored: form.values(), credentials: credentialValues(fields, form) }
      : deployedOrDraft(String(form.input('account').val() ?? ''));
  open.set(node, { form, lists, pickers, endTrial: addTrialSection({ node, fields, form, account }) });
  const unread = new Set<string>();

  for (const [name, field] of Object.entries(fields)) {
    const stored = config[name];
    if (stored === undefined) fillDefault(form, name, field);
    else fillUpgraded(form, name, field, node, config);
    if (field.kind === 'typed')
      form
        .input(name)
        .typedInput({
          default: field.sources[0] ?? 'str',
          types:
            field.picker === undefined
              ? field.sources
              : field.sources.map((source) => (source === 'str' ? dateTimeSource(labelOf(node, name)) : source)),
          typeField: `#${form.prefix}${name}Type`,
        })
        .typedInput('width', 'var(--breakerflow-field)');
    if (field.kind === 'list') {
      const picker = createDevicePicker({
        host: row(name)?.querySelector('.breakerflow-picker') as HTMLElement,
        selected: Array.isArray(stored) ? stored.map(String) : [],
        hardware: field.hardware ?? 'any',
        account,
        onChange: update,
      });
      lists.set(name, picker);
      pickers.set(name, picker);
    }
    if (field.kind === 'text') {
      const input = form.input(name);
      if (field.picker === 'location' || field.picker === 'sun')
        pickers.set(
          name,
          createLocationPicker({
            input,
            selected: String(stored ?? ''),
            account,
            isSun: field.picker === 'sun',
            devices: () => [...lists.values()].flatMap((list) => list.selected()),
          }),
        );
      if (field.picker === 'date') pickDate(input);
      if (field.picker === 'dateTime') pickDateTime(input, labelOf(node, name));
      if (field.picker === 'time') pickTime(input, labelOf(node, name));
      if (field.picker === 'zone') createZonePicker(input);
    }
  }
  for (const name of pickers.keys()) unread.add(name);

  function update(): void {
    const values = form.values();
    for (const [name, field] of Object.entries(fields)) {
      const shown = field.when === undefined || field.when(values);
      row(name)?.toggleAttribute('hidden', !shown);
      showWarnings(name, fieldWarnings(name, field, values));
      // A picker that is not shown asks nothing.
      if (shown && unread.delete(name)) pickers.get(name)?.reload();
    }
  }
  for (const name of Object.keys(fields)) form.input(name).on('change', update);
  if ('account' in fields)
    form.input('account').on('change', () => {
      for (const [name, picker] of pickers) if (!unread.has(name)) picker.reload();
    });
  editor.prepare?.(node, form);
  describeRows((name) => labelOf(node, name));
  update();
}

// A flow of an older version, or an example, names fewer properties than the dialog shows.
function fillDefault(form: Form, name: string, field: Field): void {
  if (field.kind === 'flag') form.input(name).prop('checked', field.default);
  else if (field.kind === 'text' || field.kind === 'number' || field.kind === 'choice' || field.kind === 'typed')
    form.input(name).val(field.default);
}

// Node-RED has filled in what is stored, in the words of the older version.
function fillUpgraded(form: Form, name: string, field: Field, node: EditorNode, config: StoredConfig): void {
  for (const property of storedProperties(name, field))
    if (field.kind !== 'list' && config[property] !== node[property]) {
      const input = form.input(property);
      if (field.kind === 'flag') input.prop('checked', config[property] === true);
      else input.val(config[property]);
    }
}

function credentialValues(fields: FieldTable, form: Form): Record<string, unknown> {
  const all = form.values({ secrets: true });
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { kind }]) => kind === 'secret' || kind === 'identifier')
      .map(([name]) => [name, all[name]]),
  );
}

// The only account, or the only endpoint, is chosen by default.
function preselectOnly(form: Form, name: string, type: string): void {
  if (!type.startsWith('breaker-')) return;
  const input = form.input(name);
  if (input.val() !== '' && input.val() !== '_ADD_') return;
  const ids: string[] = [];
  RED.nodes.eachConfig((config) => {
    if (config.type === type) ids.push(config.id);
    return true;
  });
  if (ids.length === 1) input.val(ids[0]);
}

/** Empties the devices and locations in the open dialog of a node, which would store them again. */
export function clearPickers(node: EditorNode): void {
  for (const picker of open.get(node)?.pickers.values() ?? []) picker.clear();
}

/** Stores what Node-RED does not read by itself. */
export function save(node: EditorNode, { fields, editor }: NodeBundle): void {
  stampVersion(node, fields);
  const dialog = open.get(node);
  for (const [name, { selected }] of dialog?.lists ?? []) node[name] = selected();
  if (dialog !== undefined) editor.save?.(node, dialog.form);
  dialog?.endTrial();
  editor.close?.();
  open.delete(node);
}

/** The node's label, whichever version it was stored in. */
export function label(node: EditorNode, { fields, editor }: NodeBundle): string {
  const config = configOf(node, fields) as EditorNode;
  const own = editor.label(config);
  return config.name || !('target' in fields) ? own : withTarget(own, config, givenName);
}

export function cancel(node: EditorNode, { editor }: NodeBundle): void {
  open.get(node)?.endTrial();
  editor.close?.();
  open.delete(node);
  // A change elsewhere, such as of its account, was validated with what the dialog showed.
  RED.editor.validateNode(node);
}

export function resize(node: EditorNode, { editor }: NodeBundle, size: { width: number; height: number }): void {
  editor.resize?.(node, size);
}

/** The check of one field, for Node-RED's `validate`: true, or why the value cannot be deployed. */
export function validate(node: EditorNode, { fields }: NodeBundle, name: string, value: unknown): true | string {
  if (name === versionProperty) return newerText(node, fields) ?? true;
  const field = fields[name];
  if (field === undefined) return true;
  // While the dialog is open, the other values are those of the form.
  const form = open.get(node)?.form;
  const values =
    form === undefined ? completeConfig(fields, configOf(node, fields)) : { ...form.values(), [name]: value };
  const problem = checkField(name, field, values);
  if (problem !== undefined) return text(`problem.${problem.key}`, problem.params);
  return field.kind !== 'config' || field.when?.(values) === false || configNodeProblem(node, name, value);
}

/** Node-RED leaves this to us for a config node that has a check of its own. */
function configNodeProblem(node: EditorNode, name: string, id: unknown): true | string {
  if (id === '' || id === '_ADD_' || id === undefined) return true;
  const named = RED.nodes.node(String(id));
  if (named && named.valid !== false) return true;
  const key = named ? 'validator.errors.invalid-config' : 'validator.errors.missing-config';
  return RED._(key, { prop: labelOf(node, name) });
}
