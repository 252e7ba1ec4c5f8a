import type { NodeAPI } from 'node-red';
import { type Account, clockOf, runningAccount } from '..';

const deployMaxMs = 3_000;

/** The account of a config node. During a deploy the node is missing for a moment: this waits for it, up to 3 s. */
export async function accountAt(RED: NodeAPI, id = ''): Promise<Account | undefined> {
  const account = runningAccount(RED, id);
  if (account !== undefined || !isStored(RED, id)) return account;
  await flowsStarted(RED);
  return runningAccount(RED, id);
}

/** A handler of a route below `accounts/:id`: unknown accounts are 404. */
export function ofAccount<Request extends { param(name: 'id'): string }, Answer>(
  RED: NodeAPI,
  handler: (account: Account, request: Request) => Promise<Answer | undefined>,
): (request: Request) => Promise<Answer | undefined> {
  return async (request) => {
    const account = await accountAt(RED, request.param('id'));
    return account === undefined ? undefined : handler(account, request);
  };
}

function isStored(RED: NodeAPI, id: string): boolean {
  let found = false;
  RED.nodes.eachNode(({ id: each, type }) => {
    found ||= each === id && type === 'breaker-account';
  });
  return found;
}

function flowsStarted(RED: NodeAPI): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      timer.cancel();
      RED.events.off('flows:started', end);
      resolve();
    };
    const timer = clockOf(RED).after(deployMaxMs, end);
    RED.events.on('flows:started', end);
  });
}
