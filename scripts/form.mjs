import { readJson, root } from './install.mjs';

/**
 * The form of a node, as its html brings it: {{name}} stands for the row of that field, which the page writes, {{name tip}} for
 * one that tells more, {{...name}} in the source for a group of rows. A field without a row, or a row without a field, fails the build.
 */
export function form(type, fields, source, rowGroups) {
  const template = withGroups(type, source, rowGroups);
  const named = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  const missing = Object.keys(fields).filter((name) => fields[name].kind !== 'version' && !named.includes(name));
  const unknown = named.filter((name) => fields[name] === undefined);
  if (missing.length > 0 || unknown.length > 0)
    throw new Error(`${type}.html: fields without a row: ${missing}; rows without a field: ${unknown}`);
  const { tip = {} } = readJson(`${root}nodes/${type}/locales/en-US/${type}.json`)[type];
  const rows = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => `{{${name}${name in tip ? ' tip' : ''}}}`);
  return `<div class="breakerflow-dialog-${type}">\n${rows}</div>\n`;
}

function withGroups(type, source, rowGroups) {
  return source.replaceAll(/\{\{\.\.\.(\w+)\}\}/g, (_, group) => {
    if (rowGroups[group] === undefined) throw new Error(`${type}.html: there is no group of rows ${group}`);
    return rowGroups[group].map((name) => `{{${name}}}`).join('\n');
  });
}
