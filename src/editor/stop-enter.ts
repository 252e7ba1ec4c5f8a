/** Ignores Enter, which would close the dialog. */
export function stopEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
