/**
 * Gives the controls of a typed field, which are the editor's own, the name of the field. What its menu of choices shows stays the
 * name of that menu, so that the choice is read; the group around it says of which field it is.
 */
export function nameTypedField(container: Element, label: string): void {
  container.setAttribute('role', 'group');
  container.setAttribute('aria-label', label);
  const nameless = '.red-ui-typedInput-input, .red-ui-typedInput-type-select, .red-ui-typedInput-option-expand';
  for (const control of container.querySelectorAll(nameless))
    if (!control.hasAttribute('aria-label')) control.setAttribute('aria-label', label);
}

/**
 * Lets screen readers read the label of typed fields, and the tip of each row, also for the inputs of typed fields and
 * pickers. The label of a field is told by `labelOf`: the editor fills in those of the rows only after a dialog is prepared.
 */
export function describeRows(labelOf: (field: string) => string): void {
  for (const row of document.querySelectorAll<HTMLElement>('.breakerflow-row.breakerflow-typed'))
    for (const container of row.querySelectorAll('.red-ui-typedInput-container'))
      nameTypedField(container, labelOf(row.dataset.field ?? ''));
  for (const tip of document.querySelectorAll('.breakerflow-row > .breakerflow-tip'))
    for (const control of tip.parentElement?.querySelectorAll('input:not([type=hidden]), select, textarea') ?? [])
      control.setAttribute('aria-describedby', tip.id);
}
