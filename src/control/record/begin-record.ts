import type { OperationId } from '../../catalog';
import { ClientError } from '../../client';
import { defined } from '../../object';
import type { OperatorContext } from '../write/operator-context';
import type { WriteRequest } from '../write/write-request';
import type { CommandEnd, PendingRecord, RequestedCommand } from '.';

/** A write as it is recorded, without its requester. */
export type WriteDescription = Omit<RequestedCommand, 'service' | 'askedBy' | 'operation'> & {
  readonly operation: OperationId;
};

/** Begins the record of a write. Synchronous, because the sequence numbers define the order of the writes. */
export function beginRecord(
  { record, service }: OperatorContext,
  { asker = {} }: Pick<WriteRequest, 'asker'>,
  description: WriteDescription,
): PendingRecord {
  const { flow, nodeId, node, messageId, user } = asker;
  return record.begin({
    ...description,
    service,
    askedBy: {
      ...defined({ flow, nodeId, nodeName: node, messageId, user }),
    },
  });
}

/** Settles as `write` does, and records its outcome. */
export async function recordEnd<R extends Pick<CommandEnd, 'outcome' | 'position'>>(
  record: PendingRecord,
  write: Promise<R>,
): Promise<R> {
  try {
    const result = await write;
    const { outcome, position } = result;
    record.end({
      ...defined({ outcome, position }),
    });
    return result;
  } catch (error) {
    record.end({ error: error instanceof ClientError ? error.code : 'INTERNAL' });
    throw error;
  }
}
