import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRows } from '../../src/editor/form-rows';
import type { FieldTable, Palette } from '../../src/fields';
import { packageRoot } from './node-texts';

type Files = Readonly<Record<string, string>>;

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  readonly 'node-red': { readonly nodes: Files; readonly plugins: Files };
};

/** What Node-RED loads, as package.json names it: type or plugin -> the JavaScript of its door. */
export const { nodes, plugins } = manifest['node-red'];

/** Where the html of a set lies: Node-RED looks for it beside its JavaScript. */
export function htmlFile(file: string): string {
  return join(packageRoot, file.replace(/js$/, 'html'));
}

/** The built html of a node type. */
export function nodeHtml(type: string): string {
  return readFileSync(htmlFile(String(nodes[type])), 'utf8');
}

/** The field table of a node type, and how the palette shows it. */
export function nodeFields(type: string): { readonly fields: FieldTable; readonly palette: Palette } {
  return require(join(__dirname, '..', '..', 'nodes', type, `${type}.fields`));
}

/** The form of a node type, with its rows, as the page writes them. */
export function nodeForm(type: string): string {
  const { fields, palette } = nodeFields(type);
  const [, form = ''] = /<script [^>]*data-template-name[^>]*>([\s\S]*?)<\/script>/.exec(nodeHtml(type)) ?? [];
  return withRows(form, type, fields, palette.category === 'config');
}
