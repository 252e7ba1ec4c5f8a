/** One of the sidebar's pages. */
export interface SidebarView {
  readonly element: HTMLElement;
  /** The page is shown from now on, and starts to request its data. */
  open(): void;
  /** The page is hidden from now on, and stops its requests. */
  close(): void;
  /** Requests its data again: another account was chosen, or the user pressed reload. */
  reload(): void;
}
