import { type Problem, problem } from '../schema';
import type { StoredNode } from './rewrite-flow';

/** A tab of a flow file. */
export interface FlowTab {
  readonly id: string;
  readonly label: string;
}

/** The tabs that can be rehearsed: Node-RED runs nothing of one that is disabled. */
export function enabledTabs(flow: readonly StoredNode[]): FlowTab[] {
  return flow
    .filter(({ type, disabled }) => type === 'tab' && disabled !== true)
    .map(({ id, label }) => ({ id, label: typeof label === 'string' ? label : '' }));
}

/**
 * What stands on the tabs that are named by id or label, or on every enabled one, with all that belongs to no tab. A tab that is not there
 * is a problem: nothing of it would be found wrong.
 */
export function chosenNodes(
  flow: readonly StoredNode[],
  names: readonly string[] | undefined,
): { readonly nodes: readonly StoredNode[]; readonly problems: readonly Problem[] } {
  const tabs = enabledTabs(flow);
  const chosen = new Set(tabs.filter(({ id, label }) => names?.some((name) => name === id || name === label) ?? true));
  const left = new Set(flow.filter(({ type }) => type === 'tab').map(({ id }) => id));
  for (const { id } of chosen) left.delete(id);
  const problems = (names ?? []).flatMap((name, index) =>
    tabs.some(({ id, label }) => name === id || name === label)
      ? []
      : [problem(`flows[${index}]`, 'unknownFlow', `there is no enabled flow "${name}"`, { name })],
  );
  return { nodes: flow.filter(({ id, z }) => !left.has(id) && (z === undefined || !left.has(z))), problems };
}
