import {
  changeNodes,
  element,
  emptiedSettings,
  fields,
  type NodeChange,
  nodesBeside,
  simulatedIds,
  smallButton,
  unboundNodes,
} from '..';
import { sidebarText } from './sidebar-text';

interface UseAccount {
  readonly element: HTMLElement;
  open(): void;
  /** Another account was chosen: the question was about the one before. */
  close(): void;
}

interface Move {
  readonly from: EditorNode;
  readonly nodes: readonly EditorNode[];
  /** Both are of one simulated site. */
  readonly keepsDevices: boolean;
}

/** *Use this account for the flow*: what would change, and then all of it in one step that can be undone. */
export function createUseAccount(accountId: () => string | undefined): UseAccount {
  const host = element('div', { class: 'breakerflow-question', role: 'alertdialog', tabindex: '-1', hidden: true });
  host.setAttribute('aria-label', sidebarText('useAccount.open'));
  const close = () => {
    host.hidden = true;
    host.replaceChildren();
  };

  function show(): void {
    const to = RED.nodes.node(accountId() ?? '');
    if (to === null || to === undefined) return;
    const name = nameOf(to);
    const moves = movesTo(to);
    const isLocked = RED.workspaces.isLocked();
    const cancel = smallButton(sidebarText('operate.cancel'), close);
    const lines = moves.map(
      ({ from, nodes, keepsDevices }) =>
        `${sidebarText('useAccount.line', { count: nodes.length, from: nameOf(from), to: name })} ${sidebarText(
          keepsDevices ? 'useAccount.keeps' : 'useAccount.empties',
        )}`,
    );
    const nothing = isLocked ? 'useAccount.locked' : 'useAccount.none';
    const can = moves.length > 0 && !isLocked;
    const use = smallButton(sidebarText('useAccount.do', { to: name }), () => {
      use.disabled = true;
      void moveAll(to, moves).finally(close);
    });
    host.replaceChildren(
      ...(can ? lines : [sidebarText(nothing)]).map((line) => element('p', {}, [line])),
      element('div', { class: 'breakerflow-buttons' }, can ? [use, cancel] : [cancel]),
    );
    host.hidden = false;
    host.focus();
  }

  host.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  return { element: host, open: show, close };
}

/** The nodes of the shown flow that use other accounts, by account. */
function movesTo(to: EditorNode): Move[] {
  const flow = RED.workspaces.active();
  const byAccount = new Map<string, EditorNode[]>();
  RED.nodes.eachNode((node) => {
    const { account } = node;
    if (node.z === flow && typeof account === 'string' && account !== to.id)
      byAccount.set(account, [...(byAccount.get(account) ?? []), node]);
    return true;
  });
  return [...byAccount].flatMap(([id, nodes]) => {
    const from = RED.nodes.node(id);
    return from?.type === 'breaker-account' ? [{ from, nodes, keepsDevices: isOneSite(from, to) }] : [];
  });
}

function isOneSite(one: EditorNode, other: EditorNode): boolean {
  const siteOf = ({ mode, site }: EditorNode) =>
    mode === 'service' ? undefined : fields.siteKey(String(site ?? fields.defaultSite));
  return siteOf(one) !== undefined && siteOf(one) === siteOf(other);
}

async function moveAll(to: EditorNode, moves: readonly Move[]): Promise<void> {
  const settings = new Map<EditorNode, Record<string, unknown>>();
  const add = (node: EditorNode, more: Readonly<Record<string, unknown>>) =>
    settings.set(node, { ...settings.get(node), ...more });
  for (const { from, nodes, keepsDevices } of moves) {
    const left = keepsDevices ? [] : unboundNodes(nodesBeside(nodes), await simulatedIds(from.id, 'example.kept'));
    for (const { node, settings: unbound } of left) add(node, unbound);
    for (const node of nodes) add(node, { account: to.id, ...(keepsDevices ? {} : emptiedSettings(node)) });
  }
  changeNodes([...settings].map(([node, changed]): NodeChange => ({ node, settings: changed })));
}

function nameOf(account: EditorNode): string {
  return RED.utils.getNodeLabel(account, account.id);
}
