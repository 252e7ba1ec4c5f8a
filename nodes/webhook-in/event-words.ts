import type {
  hardwareTypes,
  participationStatuses,
  permissionChangeTypes,
  shareCodeStatuses,
  WebhookKind,
} from '../../src/catalog';
import { isNamedIn, type NodeTeller, type Row, rowOf, subjectOf, type Told } from '../../src/runtime';
import type english from './locales/en-US/webhook-in.json';

type AllOf<Names extends readonly string[]> = Readonly<Record<Names[number], true>>;

export type EventTeller = NodeTeller<typeof english>;

const hardware: AllOf<typeof hardwareTypes> = { emcb: true, 'ev-emcb': true };
const permissions: AllOf<typeof permissionChangeTypes> = {
  assigned: true,
  cancelled: true,
  invited: true,
  revoked: true,
};
const participations: AllOf<typeof participationStatuses> = { participating: true, removed: true, optedOut: true };
const shares: AllOf<typeof shareCodeStatuses> = { claimed: true, relinquished: true, revoked: true };

type Teller = (teller: EventTeller, row: Row) => string;

/** What the service sends and no text is known for is told in its own word. */
const tellers: Readonly<Record<WebhookKind, Teller>> = {
  deviceOnboarding({ text, words }, row) {
    const kind = isNamedIn(hardware, row.hardwareType) ? row.hardwareType : 'other';
    return text(`words.commissioned.${kind}`, { name: words.called(row) });
  },
  userPermission({ text }, row) {
    const type = isNamedIn(permissions, row.permissionChangeType) ? row.permissionChangeType : 'other';
    return text(`words.permission.${type}`, {
      who: typeof row.email === 'string' && row.email !== '' ? row.email : text('words.somebody'),
      where: placeOf(text, row),
      what: row.permissionChangeType,
    });
  },
  deviceOverrideEvent({ text, words }, row) {
    const status = isNamedIn(participations, row.status) ? row.status : 'other';
    return text(`words.event.${status}`, {
      name: words.called(row),
      creator: organization(text, row.eventCreatorOrganizationName),
      what: row.status,
    });
  },
  shareDeviceCode({ text, words }, row) {
    const status = isNamedIn(shares, row.status) ? row.status : 'other';
    return text(`words.share.${status}`, {
      name: row.deviceId === undefined ? text('words.device') : words.called(row),
      owner: organization(text, row.deviceOwnerOrganizationName),
      claimer: organization(text, row.claimingOrganizationName),
      what: row.status ?? text('words.unknown'),
    });
  },
};

/** Tells a webhook event with the names of its device. A share code and the ids of users are never in the sentence. spec 6.1 */
export function tellEvent(teller: EventTeller, kind: WebhookKind, event: unknown): Told {
  const { texts, words, nodeName } = teller;
  const row = rowOf(event);
  const sentence = tellers[kind](teller, row);
  const time = words.timeOf(row.updatedAt ?? row.timestamp);
  return {
    topic: subjectOf(nodeName, row.deviceId === undefined ? texts(`webhook.${kind}`) : words.called(row)),
    payload: time === undefined ? sentence : `${time}: ${sentence}`,
  };
}

function organization(text: EventTeller['text'], name: unknown): string {
  return typeof name === 'string' && name !== '' ? name : text('words.organization');
}

/** Where a permission counts: the service sends no name of it. */
function placeOf(text: EventTeller['text'], { locationId, organizationId }: Row): string {
  if (typeof locationId === 'string') return text('words.place.location', { id: locationId });
  return typeof organizationId === 'string'
    ? text('words.place.organization', { id: organizationId })
    : text('words.place.unknown');
}
