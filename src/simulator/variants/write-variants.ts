import { isDone, isFields, type Variant, type VariedReply, type VariedRequest } from './variant';

/** Of these the answer alone shows a secret: a service cannot leave it out. */
const showsSecretOnce: ReadonlySet<unknown> = new Set(['createUnrepeatable', 'rotateSecret']);

/** A change of the answer to a write that shows a record. */
const ofRecord = (about: string, change: (record: Record<string, unknown>) => Omit<VariedReply, 'headers'>) => ({
  about,
  reply(reply: VariedReply, request: VariedRequest): VariedReply {
    const record = isFields(reply.body) ? reply.body.data : undefined;
    if (!isDone(reply, request) || !isFields(record) || showsSecretOnce.has(request.row?.retry)) return reply;
    const { headers } = reply;
    return { ...change(record), headers };
  },
});

/** A change of the answer to a write that shows nothing. */
const ofNothing = (about: string, answer: Omit<VariedReply, 'headers'>): Variant => ({
  about,
  reply: (reply, request) =>
    isDone(reply, request) && request.row?.answer.kind === 'empty' ? { ...reply, ...answer } : reply,
});

const idOf = ({ id, code }: Record<string, unknown>) => (id === undefined ? { code } : { id });

/** How the service answers what it has carried out. */
export const writeVariants = {
  'empty-2xx': ofRecord('A write is answered 204 without a body.', () => ({ status: 204 })),
  '202-with-id': ofRecord('A write is answered 202 with the id of its record.', (record) => ({
    status: 202,
    body: { data: idOf(record) },
  })),
  '201-with-bare-id': ofRecord('A write is answered 201 with the id of its record, without an envelope.', (record) => ({
    status: 201,
    body: idOf(record),
  })),
  '201-for-created': {
    about: 'A record that was made is answered 201.',
    reply: (reply, request) =>
      isDone(reply, request) && reply.status === 200 && request.method === 'POST' ? { ...reply, status: 201 } : reply,
  },
  '202-for-nothing': ofNothing('A write without an answer is 202 in place of 204.', { status: 202 }),
  'envelope-for-nothing': ofNothing('A write without an answer has an empty envelope.', {
    status: 200,
    body: { data: null },
  }),
  'text-for-nothing': ofNothing('A write without an answer is answered with the text OK.', { status: 200, text: 'OK' }),
} as const satisfies Record<string, Variant>;
