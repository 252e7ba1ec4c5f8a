export { dayTimesControls } from './day-times';
export { fillSlots, problemSlot } from './problem-slots';
export { choiceField, numberField, selectField, textField, tickField, timeField } from './row-controls';
export { createRowList, type DrawnRow, type RowList } from './row-list';
export { rowStyle } from './row-style';
