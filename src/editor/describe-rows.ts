/** Names the tip of each row to screen readers: also in inputs that typed fields and pickers put there. */
export function describeRows(): void {
  for (const tip of document.querySelectorAll('.breakerflow-row > .breakerflow-tip'))
    for (const control of tip.parentElement?.querySelectorAll('input:not([type=hidden]), select, textarea') ?? [])
      control.setAttribute('aria-describedby', tip.id);
}
