import { textKey } from '../admin-api';
import type { Field, FieldTable } from '../fields';

type Choice = Extract<Field, { kind: 'choice' }>;

/** The prefix of the ids that Node-RED expects for the inputs of a form. */
export function inputPrefix(isConfig: boolean): string {
  return isConfig ? 'node-config-input-' : 'node-input-';
}

/**
 * A form with the row of each field where it stands as `{{name}}`, or as `{{name tip}}` where there is a text that
 * tells more.
 */
export function withRows(form: string, type: string, fields: FieldTable, isConfig: boolean): string {
  return form.replaceAll(/\{\{(\w+)( tip)?\}\}/g, (_, name: string, tip?: string) => {
    const field = fields[name];
    return field === undefined ? '' : row(type, name, inputPrefix(isConfig) + name, field, tip !== undefined);
  });
}

function row(type: string, name: string, id: string, field: Field, tipped: boolean): string {
  const text = textKey(`${type}.label.${field.like ?? name}`);
  const tip = textKey(`${type}.tip.${field.like ?? name}`);
  const label = tipped
    ? `<span class="breakerflow-tipped" data-i18n="${text};[title]${tip}"></span>`
    : `<span data-i18n="${text}"></span>`;
  const content =
    field.kind === 'flag'
      ? `<label for="${id}"><input type="checkbox" id="${id}"> ${label}</label>`
      : `<label for="${id}">${label}</label>${control(type, name, id, field)}`;
  // For screen readers; the pointer gets the title.
  const described = tipped ? `<span class="breakerflow-tip" id="${id}-tip" data-i18n="${tip}"></span>` : '';
  return `<div class="form-row breakerflow-row breakerflow-${field.kind}" data-field="${name}">${content}${described}</div>`;
}

function control(type: string, name: string, id: string, field: Field): string {
  switch (field.kind) {
    case 'choice':
      return `<select id="${id}">${choices(type, name, field)}</select>`;
    case 'number': {
      const unit = field.unit === undefined ? '' : ` <span class="breakerflow-unit">${field.unit}</span>`;
      const bounds = (['min', 'max'] as const).map((bound) =>
        field[bound] === undefined ? '' : ` ${bound}="${field[bound]}"`,
      );
      return `<input type="number" id="${id}"${bounds.join('')} step="${field.integer ? 1 : 'any'}">${unit}`;
    }
    case 'list':
      return `<div class="breakerflow-picker"></div>`;
    case 'rows':
      // No input with the id: Node-RED would store the text in it.
      return `<div class="breakerflow-rows" id="${id}-rows"></div>`;
    case 'typed':
      return `<input type="text" id="${id}"><input type="hidden" id="${id}Type">`;
    case 'config':
      // Node-RED takes the width of the list with its buttons from here.
      return `<input type="text" id="${id}" style="width: var(--breakerflow-field)">`;
    case 'secret':
      return `<input type="password" id="${id}" autocomplete="new-password">`;
    default:
      return 'multiline' in field && field.multiline
        ? `<textarea id="${id}" rows="4"></textarea>`
        : `<input type="text" id="${id}">`;
  }
}

function choices(type: string, name: string, { options, groups = {} }: Choice): string {
  const written = (values: readonly string[]) =>
    values
      .map((value) => `<option value="${value}" data-i18n="${textKey(`${type}.choice.${name}.${value}`)}"></option>`)
      .join('');
  const grouped = Object.entries(groups).map(
    ([group, values]) =>
      `<optgroup data-i18n="[label]${textKey(`${type}.group.${name}.${group}`)}">${written(values)}</optgroup>`,
  );
  return grouped.length > 0 ? grouped.join('') : written(options);
}
