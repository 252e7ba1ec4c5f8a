import type { OperationId } from '../../catalog';
import { ClientError } from '../../client';
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
      ...(flow === undefined ? {} : { flow }),
      ...(nodeId === undefined ? {} : { nodeId }),
      ...(node === undefined ? {} : { nodeName: node }),
      ...(messageId === undefined ? {} : { messageId }),
      ...(user === undefined ? {} : { user }),
    },
  });
}

/** The outcome of `work`, told to the record. */
export async function recordEnd<R extends Pick<CommandEnd, 'outcome' | 'position'>>(
  recorded: RecordedCommand,
  work: Promise<R>,
): Promise<R> {
  try {
    const result = await work;
    const { outcome, position } = result;
    recorded.end({
      ...(outcome === undefined ? {} : { outcome }),
      ...(position === undefined ? {} : { position }),
    });
    return result;
  } catch (error) {
    recorded.end({ error: error instanceof ClientError ? error.code : 'INTERNAL' });
    throw error;
  }
}
