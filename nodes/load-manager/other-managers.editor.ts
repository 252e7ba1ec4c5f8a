import type { OtherManager } from './other-managers';

/** The other managers of the editor at the service of an account, deployed or not; disabled ones operate nothing. */
export function managersBeside(nodeId: string, accountId: string): OtherManager[] {
  const service = serviceOf(accountId);
  const others: OtherManager[] = [];
  RED.nodes.eachNode((node) => {
    const isDisabled = node.d === true || RED.nodes.workspace(String(node.z))?.disabled === true;
    const isOther = node.type === 'load-manager' && node.id !== nodeId && !isDisabled;
    if (isOther && service !== undefined && serviceOf(String(node.account)) === service)
      others.push({
        id: node.id,
        name: node.name || node.id,
        loads: Array.isArray(node.loads) ? node.loads.map((row) => String(row?.deviceId ?? '')) : [],
        partOf: typeof node.partOf === 'string' ? node.partOf : '',
        dryRun: node.dryRun === true,
        goesFirst: true,
      });
    return true;
  });
  return others;
}

/** What two accounts of one service have in common. */
function serviceOf(accountId: string): string | undefined {
  const account = RED.nodes.node(accountId);
  if (account == null) return undefined;
  const { mode, site, baseUrl } = account;
  if (mode !== 'service') return `simulator ${site ?? ''}`;
  const address = String(baseUrl ?? '');
  return (URL.canParse(address) ? new URL(address).href : address).toLowerCase().replace(/\/+$/, '');
}
