import type { Node } from 'node-red';
import type { TextsOf } from '../../src/admin-api';
import type { ChargerChangeRequest, ChargerOperator } from '../../src/control';
import { type MessageContext, presentDevices } from '../../src/runtime';
import type english from './locales/en-US/evse-config.json';
import type { WindowKeeper } from './window-keeper';

interface Rewrite extends MessageContext {
  readonly node: Pick<Node, 'warn'>;
  readonly keeper: WindowKeeper;
  readonly operator: ChargerOperator;
  readonly service: string;
  readonly request: Omit<ChargerChangeRequest, 'deviceId' | 'change' | 'choose'>;
  /** The chargers that the node names now; undefined where messages name them. */
  readonly named: readonly string[] | undefined;
  readonly text: TextsOf<typeof english>;
}

/** Rewrites the charge windows of a node whose zone has changed its clock, and tells of those that somebody else has set. */
export async function rewriteWindows(input: Rewrite): Promise<void> {
  const { node, keeper, operator, service, request, named, run, status, text } = input;
  const isNamed = (deviceId: string) => named === undefined || named.includes(deviceId);
  const stale = await keeper.stale(service, isNamed);
  if (stale.length === 0) return;
  const keptOf = new Map(stale.map((kept) => [kept.deviceId, kept]));
  const left: string[] = [];
  await presentDevices({
    ...input,
    deviceIds: [...keptOf.keys()],
    single: stale.length === 1,
    deviceDeadlineMs: 120_000 + (request.readBackMs ?? 0),
    async work(deviceId) {
      const kept = keptOf.get(deviceId);
      if (kept === undefined) return {};
      const result = await keeper.rewrite(kept, (change) => operator.change({ ...request, ...change }));
      if (result.leftOut !== undefined) left.push(deviceId);
      return { ...result };
    },
  });
  for (const deviceId of left)
    node.warn(text('windows.changedSince', { name: run.namesOf(deviceId).name ?? deviceId }));
  if (left.length > 0) status.show('warning', text('badge.windowsLeft', { count: left.length }));
}
