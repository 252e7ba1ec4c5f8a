import type { CallModel } from './call-model.editor';
import type { Text } from './operation-form.editor';
import type { SiteNames } from './site-names.editor';

/** What every part of the form works with. */
export interface FormContext {
  readonly model: CallModel;
  readonly text: Text;
  readonly names: SiteNames;
}
