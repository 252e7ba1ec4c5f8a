import type { JsonSchema } from '../../schema';
import { type Change, changed, type Fields, isFields, ofValues, type Variant, withData } from './variant';

/** A change of what is read again, and not of the answer that shows a secret once. */
const whenRead = (about: string, change: Change): Variant => ({
  about,
  reply: (reply, { method, row }) =>
    method === 'GET' ? withData(reply, row, (data, schema) => changed(data, schema, change)) : reply,
});

const ofSecrets =
  (change: (value: string) => unknown): Change =>
  (value, { secret }: JsonSchema) =>
    secret === true && typeof value === 'string' ? change(value) : value;
const fields =
  (change: (value: Fields) => Fields): Change =>
  (value) =>
    isFields(value) ? change(value) : value;
const without = (name: string) => fields(({ [name]: _, ...others }) => others);

/** What the service tells of registrations. */
export const secretVariants = {
  'masked-secrets': whenRead(
    'Secrets are asterisks when they are read.',
    ofSecrets(() => '***'),
  ),
  'hidden-secrets': whenRead(
    'Secrets are left out when they are read.',
    ofSecrets(() => undefined),
  ),
  'no-webhook-headers': whenRead('The headers of webhooks are not told.', without('additionalHttpHeaders')),
  'no-stream-config': whenRead('The configuration of streams is not told.', without('webhookStreamConfig')),
  'masked-access-key': whenRead(
    'The access key of a stream is asterisks when it is read.',
    fields((value) => ('accessKeyId' in value ? { ...value, accessKeyId: '***' } : value)),
  ),
  'trailing-slash-uri': ofValues(
    'Addresses of receivers end with a slash.',
    fields((value) =>
      Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name,
          ['uri', 'baseUrl'].includes(name) && typeof inner === 'string' ? `${inner}/` : inner,
        ]),
      ),
    ),
  ),
} as const satisfies Record<string, Variant>;
