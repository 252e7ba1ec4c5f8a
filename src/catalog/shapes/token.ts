import { always, text, view } from '../../schema';
import { instant } from './values';

/** spec 4.1 */
export const tokenAnswer = view({ token: always(text({ secret: true })), expiresAt: instant('ISO 8601') });
