import type { TextsOf } from '../../src/admin-api';
import type english from './locales/en-US/circuit-watch.json';

/** The texts of the node, in its dialog and in the runtime. */
export type OwnText = TextsOf<typeof english>;
