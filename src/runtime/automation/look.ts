import type { Look, Movement } from '../../automation';
import { type CallOptions, type Client, ClientError, normalizePosition } from '../../client';
import type { Clock } from '../../clock';
import { type CommandEntry, mayHaveExecuted, type OperatorContext, readHeldDevices } from '../../control';
import { defined } from '../../object';

interface Looking {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly context: Pick<OperatorContext, 'service' | 'record'>;
  /** Whether a node is a manager, whose commands came from the desk. */
  readonly isManager: (nodeId: string) => boolean;
}

/** More movements than these since the open mean that others operated the circuit anyway. */
const newest = 50;
const deadlineMs = 10_000;
/** The largest assumed difference between the service's clock and ours. */
const toleranceMs = 60_000;

/** Reads both handle histories and the events of a circuit that is to come back. Nothing here sends a command. spec 4.7 */
export async function lookAt(
  { client, clock, signal, context, isManager }: Looking,
  { deviceId, action }: Pick<Look, 'deviceId' | 'action'>,
): Promise<Look> {
  const options: CallOptions = { signal, deadlineMs, priority: 'command-read' };
  const query = { filter: { deviceId }, page: { limit: newest } } as const;
  try {
    const [remote, main, held] = await Promise.all([
      client.call('eventHistory.remoteHandle', query, options),
      client.call('eventHistory.mainHandle', query, options),
      readHeldDevices(client, clock, { signal, maxAgeMs: 0 }),
    ]);
    const moved = remote.data.map(({ timestamp, handlePosition, source }) => ({
      at: timeOf(timestamp),
      position: normalizePosition(handlePosition),
      ...defined({ source }),
    }));
    const foreign = new Set(context.record.foreignCommands(context.service, deviceId, moved));
    const sent = context.record
      .recent({ service: context.service, deviceId, sentOnly: true, limit: 200 })
      .filter((entry) => entry.command !== undefined && mayHaveExecuted(entry));
    const movements: Movement[] = [
      ...moved.map((one) => ({
        handle: 'remote' as const,
        to: one.position,
        atMs: one.at,
        ...(foreign.has(one) || isOfOthers(one, sent, isManager) ? { ours: false } : {}),
      })),
      ...main.data.map(({ timestamp, mainHandlePosition }) => ({
        handle: 'main' as const,
        to: normalizePosition(mainHandlePosition),
        atMs: timeOf(timestamp),
      })),
    ];
    return { deviceId, action, movements, heldByEvent: held?.has(deviceId) === true };
  } catch (error) {
    if (signal.aborted || !(error instanceof ClientError)) throw error;
    return { deviceId, action, heldByEvent: false };
  }
}

/** Whether the nearest of our commands that explains a movement is that of another node, such as one that a person's button starts. */
function isOfOthers(
  { at, position }: { readonly at: number; readonly position: string },
  sent: readonly CommandEntry[],
  isManager: Looking['isManager'],
): boolean {
  let nearest: CommandEntry | undefined;
  const distance = ({ serviceAt, sentAt = 0 }: CommandEntry) => Math.abs((serviceAt ?? sentAt) - at);
  for (const entry of sent) {
    if ((entry.command === 'open') !== (position === 'open') || distance(entry) > toleranceMs) continue;
    if (nearest === undefined || distance(entry) < distance(nearest)) nearest = entry;
  }
  return nearest !== undefined && !isManager(nearest.askedBy.nodeId ?? '');
}

const timeOf = (timestamp: string | undefined) => (timestamp === undefined ? Number.NaN : Date.parse(timestamp));
