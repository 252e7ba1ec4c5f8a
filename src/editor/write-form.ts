import type { FieldTable } from '../fields';
import { withRows } from './form-rows';

/**
 * Adds the rows to each form of a node type in the page. The html has no rows, because Node-RED keeps all html in
 * memory.
 */
export function writeForm(type: string, fields: FieldTable, isConfig: boolean): void {
  for (const form of document.querySelectorAll(`script[data-template-name="${type}"]`))
    form.textContent = withRows(form.textContent ?? '', type, fields, isConfig);
}
