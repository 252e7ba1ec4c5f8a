import { always, assumed, map, optional, record, text, view } from '../../schema';
import { limits } from '../limits';

/** spec 4.2, 8 */
export const webhookRequest = record({
  uri: assumed(
    text({
      min: 1,
      max: limits.webhookUriCharacters,
      pattern: '^https?://',
      about: 'where the service sends its POST',
    }),
    'pattern',
  ),
  additionalHttpHeaders: optional(
    map(text({ pattern: '^[^\\r\\n]*$', secret: true }), { about: 'sent with each POST; carries the shared secret' }),
  ),
});

/** Presumed by name only, so that other fields may be sent. spec 4.9 */
export const webhookRequestByName = assumed(webhookRequest, 'unknown');

/** spec 2.1 */
export const webhook = view({
  id: always(text()),
  uri: text(),
  additionalHttpHeaders: map(text({ secret: true })),
});
