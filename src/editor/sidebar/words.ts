import type english from '../../../plugins/site-sidebar/locales/en-US/site-sidebar.json';
import type { TextKey, Texts } from '../../admin-api';

/** The language in which something is told. */
export interface Words {
  readonly text: Texts<TextKey<typeof english>>;
  readonly language: string;
}
