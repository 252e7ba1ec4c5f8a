import type english from '../../../plugins/site-sidebar/locales/en-US/site-sidebar.json';
import { sidebarKey, type TextKey } from '../../admin-api';

export type SidebarTexts = typeof english;
export type SidebarKey = TextKey<SidebarTexts>;

/** A text of the sidebar in the editor's language. */
export function sidebarText(key: SidebarKey, params?: Readonly<Record<string, unknown>>): string {
  return RED._(sidebarKey(key), params);
}
