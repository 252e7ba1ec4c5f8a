import type { AnswerOf, WebhookKind } from '../../catalog';
import { notFound } from '../find';
import type { HandlerContext, HandlerRequest, HandlersOf } from '../handler';
import type { WebhookState } from '../service-state';
import { fieldRefusal } from './field-refusal';

type Webhook = AnswerOf<'deviceWebhooks.get'>;

function view({ id, uri, additionalHttpHeaders }: WebhookState): Webhook {
  return { id, uri, additionalHttpHeaders };
}

/** The four operations that every kind of webhook has. spec 4.2, 4.9 */
function handlersOf(kind: WebhookKind) {
  function find({ state }: HandlerContext, webhookId: string): WebhookState {
    const webhook = state.webhooks.find((known) => known.id === webhookId && known.kind === kind);
    if (webhook === undefined) throw notFound('Webhook');
    return webhook;
  }

  return {
    create({ body }: Pick<HandlerRequest<'deviceWebhooks.create'>, 'body'>, { state, newId }: HandlerContext): Webhook {
      // Registration is unique by uri, within one kind of event. spec 6.1
      if (state.webhooks.some((known) => known.kind === kind && known.uri === body.uri))
        throw fieldRefusal('uri', 'is already registered');
      const webhook = {
        id: newId(),
        kind,
        uri: body.uri,
        additionalHttpHeaders: body.additionalHttpHeaders ?? {},
      };
      state.webhooks.push(webhook);
      return view(webhook);
    },
    list({ state }: HandlerContext): Webhook[] {
      return state.webhooks.filter((webhook) => webhook.kind === kind).map(view);
    },
    get(webhookId: string, context: HandlerContext): Webhook {
      return view(find(context, webhookId));
    },
    remove(webhookId: string, context: HandlerContext): undefined {
      const webhook = find(context, webhookId);
      context.state.webhooks = context.state.webhooks.filter((known) => known !== webhook);
      return undefined;
    },
  };
}

const onboarding = handlersOf('deviceOnboarding');
const userPermission = handlersOf('userPermission');
const overrideEvent = handlersOf('deviceOverrideEvent');
const shareCode = handlersOf('shareDeviceCode');

/** spec 4.2 */
export const deviceWebhooks: HandlersOf<'deviceWebhooks'> = {
  'deviceWebhooks.create': (request, context) => onboarding.create(request, context),
  'deviceWebhooks.list': (_, context) => onboarding.list(context),
  'deviceWebhooks.get': ({ path }, context) => onboarding.get(path.webhookId, context),
  'deviceWebhooks.delete': ({ path }, context) => onboarding.remove(path.webhookId, context),
};

/** spec 4.9 */
export const userPermissionWebhooks: HandlersOf<'userPermissionWebhooks'> = {
  'userPermissionWebhooks.create': (request, context) => userPermission.create(request, context),
  'userPermissionWebhooks.list': (_, context) => userPermission.list(context),
  'userPermissionWebhooks.get': ({ path }, context) => userPermission.get(path.webhookId, context),
  'userPermissionWebhooks.delete': ({ path }, context) => userPermission.remove(path.webhookId, context),
};

/** spec 4.9 */
export const deviceOverrideEventWebhooks: HandlersOf<'deviceOverrideEventWebhooks'> = {
  'deviceOverrideEventWebhooks.create': (request, context) => overrideEvent.create(request, context),
  'deviceOverrideEventWebhooks.list': (_, context) => overrideEvent.list(context),
  'deviceOverrideEventWebhooks.get': ({ path }, context) => overrideEvent.get(path.webhookId, context),
  'deviceOverrideEventWebhooks.delete': ({ path }, context) => overrideEvent.remove(path.webhookId, context),
};

/** spec 4.9 */
export const shareDeviceCodeWebhooks: HandlersOf<'shareDeviceCodeWebhooks'> = {
  'shareDeviceCodeWebhooks.create': (request, context) => shareCode.create(request, context),
  'shareDeviceCodeWebhooks.list': (_, context) => shareCode.list(context),
  'shareDeviceCodeWebhooks.get': ({ path }, context) => shareCode.get(path.webhookId, context),
  'shareDeviceCodeWebhooks.delete': ({ path }, context) => shareCode.remove(path.webhookId, context),
};
