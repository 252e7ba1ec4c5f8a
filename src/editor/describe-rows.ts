/**
 * Lets screen readers read the label of typed fields, whose inputs are the editor's own, and the tip of each row, also for
 * the inputs of typed fields and pickers.
 */
export function describeRows(): void {
  for (const row of document.querySelectorAll('.breakerflow-row.breakerflow-typed')) {
    const label = row.querySelector('label > span')?.textContent ?? '';
    for (const control of row.querySelectorAll('.red-ui-typedInput-input, .red-ui-typedInput-type-select'))
      if (!control.hasAttribute('aria-label')) control.setAttribute('aria-label', label);
  }
  for (const tip of document.querySelectorAll('.breakerflow-row > .breakerflow-tip'))
    for (const control of tip.parentElement?.querySelectorAll('input:not([type=hidden]), select, textarea') ?? [])
      control.setAttribute('aria-describedby', tip.id);
}
