/** One of the sidebar's pages. */
export interface SidebarView {
  readonly element: HTMLElement;
  /** It is shown from now on; asks for what it shows. */
  open(): void;
  /** It is not shown any more, and asks nothing. */
  close(): void;
  /** Asks again: another account is chosen, or the user wants to know. */
  reload(): void;
}
