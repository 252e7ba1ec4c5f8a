import type { WebhookKind } from '../../catalog';
import { ClientError } from '../../client';
import type { Clock } from '../../clock';
import { createBatchOperator } from '../../control';
import type { Made, MadeKind } from './made-memory';
import type { ReceiverMemory } from './receivers/receiver-memory';
import { removeStreams } from './receivers/registered-stream';
import { removeWebhook } from './receivers/registered-webhook';
import { endDeclarationAt, removeEnded } from './schedules/end-declarations';
import type { ScheduleMemory } from './schedules/schedule-memory';
import type { TakeBackKind } from './take-back';

interface Memories {
  readonly clock: Clock;
  readonly schedules: ScheduleMemory;
  readonly receivers: ReceiverMemory;
}

/**
 * The take-back of each kind. It also runs if the account is not armed, because it only deletes things that a node of the
 * account has made.
 */
export function takeBackKinds({ clock, schedules, receivers }: Memories): Readonly<Record<MadeKind, TakeBackKind>> {
  return {
    async stream({ account }, made) {
      await removeStreams(await account.client(), made.what);
      forgetStream(receivers, made);
    },
    async webhook({ account }, made) {
      const { webhookKind = '', uri = '' } = made.what;
      const kind = webhookKind as WebhookKind;
      await removeWebhook(await account.client(), { kind, uri }, registrationOf(receivers, made));
      forgetWebhook(receivers, made);
    },
    async schedules({ account }, { nodeId, name }) {
      const operator = createBatchOperator(await account.client(), clock, { ...account.safety, armed: true });
      await endDeclarationAt(schedules, name, nodeId, true);
      const { notRemoved } = await removeEnded(schedules, name, operator);
      const left = schedules.batchesOf(name, nodeId);
      const reason = notRemoved.find(({ id }) => left.includes(id))?.why;
      if (left.length > 0) throw new Error(reason ?? `${left.length} batches are left`);
    },
    async udpKey({ account }, { what: { id = '' } }) {
      const client = await account.client();
      const path = { keyId: id };
      try {
        const { data } = await client.call('udpKeys.get', { path });
        // Deleting the key would end the access of other clients of these devices, so the user must decide.
        const count = data.deviceIds?.length ?? 0;
        if (count > 0) throw new Error(`${count} device(s) have the key`);
        await client.call('udpKeys.delete', { path });
      } catch (error) {
        if (!(error instanceof ClientError) || error.code !== 'NOT_FOUND') throw error;
      }
    },
  };
}

/** Deletes the other local data about a thing that stays at the service and is no longer managed. */
export async function forgetMade({ schedules, receivers }: Omit<Memories, 'clock'>, made: Made): Promise<void> {
  if (made.kind === 'schedules') await endDeclarationAt(schedules, made.name, made.nodeId, false);
  if (made.kind === 'stream') forgetStream(receivers, made);
  if (made.kind === 'webhook') forgetWebhook(receivers, made);
}

/** The registration of this webhook; that of another address is none of it. */
function registrationOf(receivers: ReceiverMemory, { nodeId, account, what }: Made) {
  const registration = receivers.webhookOf(nodeId, what.webhookKind as WebhookKind);
  return registration?.account === account && registration.uri === what.uri ? registration : undefined;
}

function forgetWebhook(receivers: ReceiverMemory, made: Made): void {
  if (registrationOf(receivers, made) !== undefined)
    receivers.deleteWebhook(made.nodeId, made.what.webhookKind as WebhookKind);
}

function forgetStream(receivers: ReceiverMemory, { nodeId, account, what }: Made): void {
  const stream = receivers.streamOf(nodeId);
  if (stream?.streamId === what.id || (what.id === undefined && stream?.account === account))
    receivers.deleteStream(nodeId);
}
