import type { FieldTable } from '../fields';
import { withRows } from './form-rows';

/** Gives each form of a node type that the page holds its rows. They come no earlier, because Node-RED keeps all html in memory. */
export function writeForm(type: string, fields: FieldTable, isConfig: boolean): void {
  for (const form of document.querySelectorAll(`script[data-template-name="${type}"]`))
    form.textContent = withRows(form.textContent ?? '', type, fields, isConfig);
}
