/** An account as an edit dialog holds it, before it is deployed. */
export interface AccountDraft {
  readonly id: string;
  /** Its fields as the flow file stores them. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** What was typed anew; `__PWRD__` stands for a secret that the editor has never received. */
  readonly credentials: Readonly<Record<string, unknown>>;
}
