/** Lets screen readers read the tip of each row, also for the inputs of typed fields and pickers. */
export function describeRows(): void {
  for (const tip of document.querySelectorAll('.breakerflow-row > .breakerflow-tip'))
    for (const control of tip.parentElement?.querySelectorAll('input:not([type=hidden]), select, textarea') ?? [])
      control.setAttribute('aria-describedby', tip.id);
}
