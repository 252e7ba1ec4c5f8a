const added = new Set<string>();

/** Adds a style sheet to the page, once. */
export function addStyleSheet(css: string): void {
  if (added.has(css)) return;
  added.add(css);
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
}

/** Adds a style sheet that holds in the dialogs of one type alone: they stay in the page, where others use the same names. */
export function addDialogStyle(type: string, css: string): void {
  addStyleSheet(`.breakerflow-dialog-${type} {${css}}`);
}
