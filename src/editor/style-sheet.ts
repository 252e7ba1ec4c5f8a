const added = new Set<string>();

/** Adds a style sheet to the page, once. */
export function addStyleSheet(css: string): void {
  if (added.has(css)) return;
  added.add(css);
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
}

/**
 * Adds a style sheet for the dialogs of one type only: style sheets stay in the page, where other types use the same
 * class names.
 */
export function addDialogStyle(type: string, css: string): void {
  addStyleSheet(`.breakerflow-dialog-${type} {${css}}`);
}
