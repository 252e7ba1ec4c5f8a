const packageName = '@breakerflow/node-red-breakers';

/** Where Node-RED and its editor find a text, whichever node asks: the package's one catalogue is the account's. */
export function textKey(key: string): string {
  return `${packageName}/breaker-account:${key}`;
}

/** The same of the sidebar, which asks before the editor has the texts of any node. */
export function sidebarKey(key: string): string {
  return `${packageName}/site-sidebar:${key}`;
}
