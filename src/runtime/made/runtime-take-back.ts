import type { NodeAPI } from 'node-red';
import type { Clock } from '../../clock';
import {
  clockOf,
  createTexts,
  namesOfAccount,
  presentError,
  runningAccount,
  stateTroubleLog,
  userDirOf,
  watchDeploys,
} from '..';
import { reachableAccount } from './account-identity';
import { configuredNodes, flowsName } from './configured-nodes';
import { adoptFormer } from './former-versions';
import { forgetMade, takeBackKinds } from './made-kinds';
import { type MadeMemory, madeMemory } from './made-memory';
import { receiverMemory } from './receivers/receiver-memory';
import { scheduleMemory } from './schedules/schedule-memory';
import { createTakeBack, type TakeBack } from './take-back';

/** The take-back of one Node-RED, which all its nodes share. */
export interface RuntimeTakeBack extends TakeBack {
  readonly memory: MadeMemory;
  /** Nothing of the node is taken back until the returned function is called. */
  blockFor(nodeId: string): () => void;
}

interface RuntimeEntry {
  readonly red: { RED: NodeAPI };
  readonly clock: Clock;
  readonly userDir: string;
  readonly takeBack: RuntimeTakeBack;
}

const runtimes = new WeakMap<NodeAPI['events'], RuntimeEntry>();

/** Returns the take-back of a Node-RED. The first call starts listening to deploys. */
export function takeBackOf(RED: NodeAPI): RuntimeTakeBack {
  const existing = runtimes.get(RED.events);
  const userDir = userDirOf(RED);
  const clock = clockOf(RED);
  if (existing?.userDir === userDir && existing.clock === clock) {
    existing.red.RED = RED;
    return existing.takeBack;
  }
  const red = { RED };
  const takeBack = createRuntimeTakeBack(() => red.RED);
  runtimes.set(RED.events, { red, clock, userDir, takeBack });
  if (existing === undefined)
    watchDeploys(RED.events, {
      stopping: () => runtimes.get(RED.events)?.takeBack.stopping(),
      started: () => runtimes.get(RED.events)?.takeBack.started(),
    });
  return takeBack;
}

function createRuntimeTakeBack(red: () => NodeAPI): RuntimeTakeBack {
  const clock = clockOf(red());
  const userDir = userDirOf(red());
  const onTrouble = stateTroubleLog(red());
  const memory = madeMemory(userDir, onTrouble);
  const memories = {
    clock,
    schedules: scheduleMemory(userDir, onTrouble),
    receivers: receiverMemory(userDir, onTrouble),
  };
  const blocks = new Map<string, Set<Promise<void>>>();
  const texts = () => createTexts(red());
  const takeBack = createTakeBack({
    memory,
    clock,
    kinds: takeBackKinds(memories),
    onForgotten: (made) => void forgetMade(memories, made).catch((error) => red().log.warn(String(error))),
    flows: () => flowsName(red()),
    isConfigured: (id) => configuredNodes(red()).has(id),
    account: (id) => reachableAccount(red(), id),
    willRun: (id) => {
      const account = configuredNodes(red()).get(id);
      return account !== undefined && account.d !== true;
    },
    accountIds: () =>
      configuredNodes(red())
        .ofType('breaker-account')
        .map(({ id }) => id),
    closed: async (nodeId) => void (await Promise.all(blocks.get(nodeId) ?? [])),
    messageOf(error, made) {
      const account = runningAccount(red(), made.account);
      return presentError(error, texts(), account && namesOfAccount(account)).message;
    },
    noAccount: ({ service }) => texts()('made.noAccount', { service: service || '-' }),
    onFailure: ({ kind, nodeId, nodeName }, why) =>
      red().log.warn(texts()('made.left', { kind: texts()(`made.kind.${kind}`), node: nodeName || nodeId, why })),
  });
  return {
    ...takeBack,
    memory,
    started() {
      adoptFormer(memory, memories, configuredNodes(red()), flowsName(red()), clock.now());
      takeBack.started();
    },
    blockFor(nodeId) {
      let unblock = () => {};
      const unblocked = new Promise<void>((resolve) => {
        unblock = resolve;
      });
      const ofNode = blocks.get(nodeId) ?? new Set();
      ofNode.add(unblocked);
      blocks.set(nodeId, ofNode);
      return () => {
        unblock();
        ofNode.delete(unblocked);
        if (ofNode.size === 0 && blocks.get(nodeId) === ofNode) blocks.delete(nodeId);
      };
    },
  };
}
