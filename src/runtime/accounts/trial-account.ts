import { type OperationId, rowOf } from '../../catalog';
import { type Client, ClientError, createServiceQueue, type ServiceQueue } from '../../client';
import type { Clock } from '../../clock';
import { createLocks, memoryContext, type OperatorContext } from '../../control';
import type { Account } from './account';
import { createOperators } from './operators';
import { settingEntries } from './setting-entries';

/**
 * The account for one trial of a node: what it reads comes from the service and counts towards the account's budget, and nothing
 * can be sent. A command is a dry run that the interlocks judge, with queues, locks and a record of its own: it holds up no
 * real command, and leaves nothing behind.
 */
export function trialAccount(account: Account, clock: Clock): Account {
  const queue = createServiceQueue(clock);
  const safety = { ...account.safety, armed: false, judgesDryRuns: true };
  const context = trialContext(account.context, clock);
  let opening: ReturnType<typeof open> | undefined;

  async function open() {
    const client = readingClient(await account.client(), queue);
    return { client, ...createOperators({ client, clock, safety, context, ownSecrets: [] }) };
  }
  function opened() {
    opening ??= open();
    return opening;
  }

  return {
    ...account,
    safety,
    context,
    reserve: queue.reserve,
    enterSettings: (deviceIds, reservation) => settingEntries(queue, deviceIds, reservation),
    client: async () => (await opened()).client,
    operator: async () => (await opened()).operator,
    charger: async () => (await opened()).charger,
    device: async () => (await opened()).device,
    keys: async () => (await opened()).keys,
    waveforms: async () => (await opened()).waveforms,
    caller: async () => (await opened()).caller,
    hold: () => () => {},
    close: async () => {},
  };
}

/** What is known of earlier commands and of locks, to which nothing is added. */
function trialContext({ service, record, locks }: OperatorContext, clock: Clock): OperatorContext {
  const own = memoryContext(clock, service);
  const ownLocks = createLocks({ version: 1, locks: locks.all() }, () => true);
  return {
    ...own,
    record: { ...record, begin: own.record.begin },
    locks: { ...ownLocks, unknown: (device) => locks.unknown(device) },
  };
}

/** The second guard: whatever a node does, only reads pass. */
function readingClient(client: Client, queue: ServiceQueue): Client {
  function refuseWrite(operation: OperationId): void {
    if (rowOf(operation).method === 'GET') return;
    throw new ClientError('BLOCKED_BY_INTERLOCK', `${operation}: a trial sends nothing`, { operation });
  }
  return {
    ...client,
    queue,
    enter({ reservation = queue.reserve(), ...command }) {
      const detail = { operation: 'remoteHandle.setPosition', deviceId: command.deviceId } as const;
      try {
        return queue.enter({ ...command, reservation, spacingMs: 0, detail });
      } finally {
        reservation.release();
      }
    },
    async call(operation, input, options) {
      refuseWrite(operation);
      return client.call(operation, input, options);
    },
    close: async () => {},
  };
}
