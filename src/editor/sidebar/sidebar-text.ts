import { sidebarKey } from '../../admin-api';

/** A text of the sidebar in the editor's language. */
export function sidebarText(key: string, params?: Readonly<Record<string, unknown>>): string {
  return RED._(sidebarKey(key), params);
}
