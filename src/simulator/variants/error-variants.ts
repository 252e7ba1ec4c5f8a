import { type Fields, isFields, type Variant, type VariedReply } from './variant';

type Told = (message: string, status: number) => Pick<VariedReply, 'body' | 'text' | 'headers'>;

const ofErrors = (about: string, tell: Told): Variant => ({
  about,
  reply(reply) {
    const error = isFields(reply.body) ? reply.body.error : undefined;
    if (reply.status < 400 || !isFields(error)) return reply;
    const { body: _, ...rest } = reply;
    const told = tell(String(error.message), reply.status);
    return { ...rest, ...told, headers: { ...reply.headers, ...told.headers } };
  },
});

const json = (about: string, body: (message: string, status: number) => Fields) =>
  ofErrors(about, (message, status) => ({ headers: {}, body: body(message, status) }));

/** How errors are told; the first of these that applies decides. */
export const errorVariants = {
  'gateway-errors': json('Errors are those of a gateway: statusCode and message.', (message, statusCode) => ({
    statusCode,
    message,
  })),
  'problem-errors': json('Errors are problem details: title, status and detail.', (detail, status) => ({
    type: 'about:blank',
    title: 'Error',
    status,
    detail,
  })),
  'list-errors': json('Errors are a list of messages.', (message) => ({ errors: [{ message }] })),
  'fault-errors': json('Errors are a fault with a faultstring.', (faultstring) => ({ fault: { faultstring } })),
  'error-as-text': json('An error is a text in place of an object.', (error) => ({ error })),
  'text-errors': ofErrors('Errors are plain text.', (text) => ({ headers: { 'content-type': 'text/plain' }, text })),
  'html-errors': ofErrors('Errors are web pages.', (message, status) => ({
    headers: { 'content-type': 'text/html' },
    text: `<html><head><title>${status} ${message}</title></head><body><h1>${message}</h1></body></html>`,
  })),
  'empty-errors': ofErrors('Errors have no body.', () => ({ headers: {}, text: '' })),
} as const satisfies Record<string, Variant>;
