import type { TextsOf } from '../../src/admin-api';
import type english from './locales/en-US/load-manager.json';

export type OwnText = TextsOf<typeof english>;
