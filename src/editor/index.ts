import { addStyle } from './style';

addStyle();

export { type AccountReference, deployedOrDraft } from './account-reference';
export { ask, askSite, type Site } from './ask';
export { cancel, type NodeBundle, type NodeEditor, prepare, resize, save, validate } from './dialog';
export { element } from './element';
export type { Form } from './form';
export { randomText } from './random-text';
export { showReceiver } from './receiver-report';
export { text } from './texts';
