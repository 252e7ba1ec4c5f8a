import { isFields, type Variant, type VariedReply } from './variant';

/** A change of the text of an answer in JSON. */
const ofText = (about: string, change: (text: string, body: unknown) => string): Variant => ({
  about,
  reply: (reply: VariedReply) =>
    reply.body === undefined ? reply : { ...reply, text: change(reply.text ?? JSON.stringify(reply.body), reply.body) },
});

const ofType = (about: string, type: string): Variant => ({
  about,
  reply: (reply) =>
    reply.body === undefined ? reply : { ...reply, headers: { ...reply.headers, 'content-type': type } },
});

const escaped = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]|[&'/<>]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON as another encoder writes it: the same values in another text. */
function encodedAnew(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(encodedAnew).join(' , ')} ]`;
  if (typeof value === 'string') return escaped(value);
  if (Number.isSafeInteger(value)) return `${value}.0`;
  if (!isFields(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{ ${fields
    .reverse()
    .map(([name, inner]) => `${escaped(name)} : ${encodedAnew(inner)}`)
    .join(' ,\n ')} }`;
}

/** How answers and pushes are sent. */
export const wireVariants = {
  'indented-json': ofText('JSON is indented.', (_, body) => JSON.stringify(body, undefined, 4)),
  'encoded-anew': ofText('JSON is encoded anew: names in another order, spaces, escapes, 1.0 for 1.', (_, body) =>
    encodedAnew(body),
  ),
  'byte-order-mark': ofText('JSON begins with a byte order mark.', (text) => `\uFEFF${text}`),
  'text-content-type': ofType('JSON is sent as text/plain.', 'text/plain'),
  'vendor-content-type': ofType('JSON is sent with a content type of the vendor.', 'application/vnd.service.v1+json'),
  'float-push-times': {
    about: 'Pushes have fractions of seconds.',
    push: (payload) =>
      isFields(payload) && typeof payload.ts === 'number' ? { ...payload, ts: payload.ts + 0.25 } : payload,
  },
  'wrapped-pushes': { about: 'What is pushed is within data.', push: (data) => ({ data }) },
  'listed-pushes': { about: 'What is pushed is in a list of one.', push: (payload) => [payload] },
  'named-pushes': {
    about: 'What is pushed is within a field with a name of its own.',
    push: (message) => ({ message }),
  },
} as const satisfies Record<string, Variant>;
