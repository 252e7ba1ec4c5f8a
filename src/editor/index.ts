import { addStyle } from './style';

addStyle();

export type { TextKey, Texts } from '../admin-api';
export type { ConfigOf, FieldTable } from '../fields';
export * as fields from '../fields';
export { goToField, markFields, openAccountDialog } from './account-fields';
export { type AccountReference, deployedOrDraft, draftOf } from './account-reference';
export { ask, askAccount, askSite } from './ask';
export { browserZone } from './browser-zone';
export { accountLabel, checkList, type FieldTrouble, fieldTroubles } from './check-list';
export { dateTimeSource } from './date-time-picker';
export { nameTypedField } from './describe-rows';
export {
  cancel,
  clearPickers,
  label,
  type NodeBundle,
  type NodeEditor,
  prepare,
  resize,
  save,
  validate,
} from './dialog';
export { element, inEnglish } from './element';
export { followRun } from './follow-run';
export type { Form } from './form';
export { isDeployed } from './is-deployed';
export { loadPanel } from './load-panel';
export { locationOptions } from './location-options';
export { askToChoose, askToConfirm, notify } from './notify';
export { offerZone } from './offer-zone';
export { emptiedSettings, nodesBeside, simulatedIds, unboundNodes } from './other-site';
export { outsideSteps } from './outside-steps';
export { createPanelDialog } from './panel-dialog';
export { randomId } from './random-id';
export { showAddress } from './receiver-address';
export { showReceiver } from './receiver-report';
export { redrawLabelsWhenNamed } from './redraw-labels';
export { iconButton, smallButton } from './small-button';
export { stopEnter } from './stop-enter';
export { added, storedSettings } from './stored-config';
export { addDialogStyle, addStyleSheet } from './style-sheet';
export { type TextsOf, text, textsOf } from './texts';
export { createTimeInput } from './time-input';
export { labelOf, type TrialOptions, type TrialPanel } from './trial-section';
export { addConfigNode, changeNodes, type NodeChange, nodeChanges } from './undoable';
export { writeForm } from './write-form';
