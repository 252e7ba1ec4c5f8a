import assert from 'node:assert/strict';
import type { Account } from '../../src/runtime';
import { turned } from '../support/turn-clock';

export { turnFor as passed } from '../support/turn-clock';

import type { RunningExample } from './running-example';

export const accountOf = ({ flow, red: runtime }: RunningExample) => {
  const id = flow.find(({ type }) => type === 'breaker-account')?.id ?? '';
  return (runtime.node(id) as unknown as { account: Account }).account;
};

export const simulatorOf = async (shown: RunningExample) =>
  (await turned(shown.clock, accountOf(shown).simulator())) ?? assert.fail('the account has no simulator');

export const deviceOf = (simulator: Awaited<ReturnType<typeof simulatorOf>>, label: string) =>
  simulator.devices().find((device) => device.label === label)?.id ?? assert.fail(label);

export const positionsOf = async (shown: RunningExample) => {
  const simulator = await simulatorOf(shown);
  return (label: string) => simulator.devices().find((device) => device.label === label)?.remoteHandle;
};

export const commandsOf = async (shown: RunningExample) => {
  const simulator = await simulatorOf(shown);
  return () =>
    simulator.requests.filter(({ operation, status }) => operation === 'remoteHandle.setPosition' && status < 300)
      .length;
};

/** What a function node sends from now on. */
export const functionOutputs = ({ flow, red: runtime }: RunningExample, name: string) => {
  const id = flow.find((node) => node.type === 'function' && node.name === name)?.id ?? assert.fail(name);
  const sent: unknown[] = [];
  const node = runtime.node(id) as unknown as { send(messages: unknown): void };
  const { send } = node;
  node.send = (messages) => {
    sent.push(...[messages].flat(2).flatMap((msg) => (msg === null ? [] : [(msg as { payload: unknown }).payload])));
    send.call(node, messages);
  };
  return { id, payloads: () => sent };
};
