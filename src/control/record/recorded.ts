import type { OperationId } from '../../catalog';
import { ClientError } from '../../client';
import { defined } from '../../object';
import type { OperatorContext } from '../write/operator-context';
import type { WriteRequest } from '../write/write-request';
import type { CommandEnd, RecordedCommand, RequestedCommand } from '.';

/** What the record keeps of a write, without its requester. */
export type WriteDescription = Omit<RequestedCommand, 'service' | 'askedBy' | 'operation'> & {
  readonly operation: OperationId;
};

/** Begins the entry of a write in the record; synchronous, because its number is the order of the writes. */
export function beginRecord(
  { record, service }: OperatorContext,
  { asker = {} }: Pick<WriteRequest, 'asker'>,
  description: WriteDescription,
): RecordedCommand {
  const { flow, nodeId, node, messageId, user } = asker;
  return record.begin({
    ...description,
    service,
    askedBy: {
      ...defined({ flow, nodeId, nodeName: node, messageId, user }),
    },
  });
}

/** Settles with `work`, and records its outcome. */
export async function recordEnd<R extends Pick<CommandEnd, 'outcome' | 'position'>>(
  recorded: RecordedCommand,
  work: Promise<R>,
): Promise<R> {
  try {
    const result = await work;
    const { outcome, position } = result;
    recorded.end({
      ...defined({ outcome, position }),
    });
    return result;
  } catch (error) {
    recorded.end({ error: error instanceof ClientError ? error.code : 'INTERNAL' });
    throw error;
  }
}
