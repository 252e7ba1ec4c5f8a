import { readJson, root } from './install.mjs';

/**
 * The form of a node, as its html brings it: {{name}} stands for the row of that field, which the page writes, {{name tip}} for
 * one that tells more. The source in the node's folder places what is no row, and the rows beside that; {{...name}} is a group
 * of rows. Every other row follows that of the field before it in the table. A row without a field fails the build.
 */
export function form(type, fields, source, fieldGroups) {
  const template = withOtherRows(withGroups(type, source, fieldGroups), fields);
  const unknown = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).filter((name) => !(name in fields));
  if (unknown.length > 0) throw new Error(`${type}.html: rows without a field: ${unknown}`);
  const { tip = {} } = readJson(`${root}nodes/${type}/locales/en-US/${type}.json`)[type];
  const rows = template.replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, name) => `{{${name}${(fields[name].like ?? name) in tip ? ' tip' : ''}}}`,
  );
  return `<div class="breakerflow-dialog-${type}">\n${rows}</div>\n`;
}

function withOtherRows(source, fields) {
  let form = source;
  let before;
  for (const name of Object.keys(fields).filter((field) => fields[field].kind !== 'version')) {
    const row = `{{${name}}}`;
    if (!form.includes(row))
      form = before === undefined ? `${row}\n${form}` : form.replace(`${before}\n`, `${before}\n${row}\n`);
    before = row;
  }
  return form;
}

function withGroups(type, source, fieldGroups) {
  return source.replaceAll(/\{\{\.\.\.(\w+)\}\}/g, (_, group) => {
    if (fieldGroups[group] === undefined) throw new Error(`${type}.html: there is no group of rows ${group}`);
    return fieldGroups[group].map((name) => `{{${name}}}`).join('\n');
  });
}
