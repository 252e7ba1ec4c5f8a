import { always, text, view } from '../../schema';

/** spec 4.1 */
export const tokenAnswer = view({ token: always(text({ secret: true })), expiresAt: text({ about: 'ISO 8601' }) });
