export type { FilterField, OperationForm, OperationLine, ValueSchema } from '../../src/admin-api';

import type { TextsOf } from '../../src/editor';
import type english from './locales/en-US/cloud-call.json';

/** A text of this node in the editor's language. */
export type Text = TextsOf<typeof english>;

/** A chapter of the specification as part of a text key, with `_` in place of the dot: `4_1`. */
export type ChapterKey = keyof (typeof english)['cloud-call']['chapter'];
