import { readJson, root } from './install.mjs';

/**
 * The form of a node. {{name}} stands for the row of that field, {{...name}} for a group of rows; a field without a row, or
 * a row without a field, fails the build.
 */
export function form(type, fields, palette, source, rowGroups) {
  const template = withGroups(type, source, rowGroups);
  const named = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  const missing = Object.keys(fields).filter((name) => fields[name].kind !== 'version' && !named.includes(name));
  const unknown = named.filter((name) => fields[name] === undefined);
  if (missing.length > 0 || unknown.length > 0)
    throw new Error(`${type}.html: fields without a row: ${missing}; rows without a field: ${unknown}`);
  const prefix = palette.category === 'config' ? 'node-config-input' : 'node-input';
  const { tip = {} } = readJson(`${root}nodes/${type}/locales/en-US/${type}.json`)[type];
  const rows = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) =>
    row(type, name, `${prefix}-${name}`, fields[name], name in tip),
  );
  return `<div class="breakerflow-dialog-${type}">\n${rows}</div>\n`;
}

function withGroups(type, source, rowGroups) {
  return source.replaceAll(/\{\{\.\.\.(\w+)\}\}/g, (_, group) => {
    if (rowGroups[group] === undefined) throw new Error(`${type}.html: there is no group of rows ${group}`);
    return rowGroups[group].map((name) => `{{${name}}}`).join('\n');
  });
}

function row(type, name, id, field, tipped) {
  const tip = `${type}.tip.${name}`;
  const label = tipped
    ? `<span class="breakerflow-tipped" data-i18n="${type}.label.${name};[title]${tip}"></span>`
    : `<span data-i18n="${type}.label.${name}"></span>`;
  const content =
    field.kind === 'flag'
      ? `<label for="${id}"><input type="checkbox" id="${id}"> ${label}</label>`
      : `<label for="${id}">${label}</label>${control(type, name, id, field)}`;
  // For screen readers; the pointer gets the title.
  const described = tipped ? `<span class="breakerflow-tip" id="${id}-tip" data-i18n="${tip}"></span>` : '';
  return `<div class="form-row breakerflow-row breakerflow-${field.kind}" data-field="${name}">${content}${described}</div>`;
}

function control(type, name, id, field) {
  switch (field.kind) {
    case 'choice': {
      const options = (values) =>
        values
          .map((value) => `<option value="${value}" data-i18n="${type}.choice.${name}.${value}"></option>`)
          .join('');
      const groups = Object.entries(field.groups ?? {}).map(
        ([group, values]) =>
          `<optgroup data-i18n="[label]${type}.group.${name}.${group}">${options(values)}</optgroup>`,
      );
      return `<select id="${id}">${groups.length > 0 ? groups.join('') : options(field.options)}</select>`;
    }
    case 'number': {
      const unit = field.unit === undefined ? '' : ` <span class="breakerflow-unit">${field.unit}</span>`;
      const bounds = ['min', 'max'].map((bound) => (field[bound] === undefined ? '' : ` ${bound}="${field[bound]}"`));
      return `<input type="number" id="${id}"${bounds.join('')} step="${field.integer ? 1 : 'any'}">${unit}`;
    }
    case 'list':
      return `<div class="breakerflow-picker"></div>`;
    case 'typed':
      return `<input type="text" id="${id}"><input type="hidden" id="${id}Type">`;
    case 'secret':
      return `<input type="password" id="${id}" autocomplete="new-password">`;
    default:
      return field.multiline ? `<textarea id="${id}" rows="4"></textarea>` : `<input type="text" id="${id}">`;
  }
}
