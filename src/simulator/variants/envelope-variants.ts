import { type Fields, isFields, type Variant, type VariedReply } from './variant';

/** A change of an envelope with data. */
const ofEnvelope = (about: string, change: (envelope: Fields) => unknown): Variant => ({
  about,
  reply: (reply: VariedReply) =>
    isFields(reply.body) && 'data' in reply.body ? { ...reply, body: change(reply.body) } : reply,
});

/** A change of the envelope of a list, with what its page tells. */
const ofList = (about: string, change: (items: unknown[], page: Fields) => unknown) =>
  ofEnvelope(about, (envelope) =>
    Array.isArray(envelope.data) ? change(envelope.data, isFields(envelope.page) ? envelope.page : {}) : envelope,
  );

/** What is around the data of an answer; the first of these that applies takes the envelope away from the others. */
export const envelopeVariants = {
  'array-of-one': ofEnvelope('One object is answered in a list.', (envelope) => ({
    ...envelope,
    data: isFields(envelope.data) && !('results' in envelope.data) ? [envelope.data] : envelope.data,
  })),
  'object-for-list-of-one': ofEnvelope('A list of one object is answered as that object.', (envelope) => ({
    ...envelope,
    data: Array.isArray(envelope.data) && envelope.data.length === 1 ? envelope.data[0] : envelope.data,
  })),
  'odata-envelope': ofList('Lists are answered as OData has them.', (value, { next, totalCount }) => ({
    value,
    ...(next === undefined ? {} : { '@odata.nextLink': next }),
    ...(totalCount === undefined ? {} : { '@odata.count': totalCount }),
  })),
  'items-envelope': ofList('Lists are answered as items, with their counts beside them.', (items, page) => ({
    items,
    ...page,
  })),
  'envelope-with-status': ofEnvelope('The envelope has an id, a status and a message of its own.', (envelope) => ({
    id: 'request-17',
    status: 'success',
    message: 'OK',
    ...envelope,
  })),
  'data-twice': ofEnvelope('The data is within two envelopes.', (data) => ({ data })),
  'no-data-envelope': ofEnvelope('The data is answered without its envelope.', ({ data }) => data),
} as const satisfies Record<string, Variant>;
