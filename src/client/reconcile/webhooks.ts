import type { OperationId } from '../../catalog';
import { type ReconcileContext, type Reconciled, type Reconcilers, singleMatch } from './reconciler';

type WebhookKindId = Extract<OperationId, `${string}Webhooks.create`>;

// Registered once by `uri`: a record with it is the one that was sent. spec 6.1
function byUri<Id extends WebhookKindId, Item extends { uri?: string }>(
  list: (read: ReconcileContext<Id>['read']) => Promise<Item[]>,
) {
  return async ({ input, read }: ReconcileContext<Id>): Promise<Reconciled<Item>> =>
    singleMatch((await list(read)).filter(({ uri }) => uri === input.body.uri));
}

export const webhooks: Pick<Reconcilers, WebhookKindId> = {
  'deviceWebhooks.create': byUri((read) => read('deviceWebhooks.list', {})),
  'userPermissionWebhooks.create': byUri((read) => read('userPermissionWebhooks.list', {})),
  'deviceOverrideEventWebhooks.create': byUri((read) => read('deviceOverrideEventWebhooks.list', {})),
  'shareDeviceCodeWebhooks.create': byUri((read) => read('shareDeviceCodeWebhooks.list', {})),
};
