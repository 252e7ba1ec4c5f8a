/** One value that the specification leaves open, and that the account can replace. */
export interface AssumptionLine {
  /** The operations in which it is replaced. */
  readonly operations: readonly string[];
  /** What they do. */
  readonly titles: readonly string[];
  readonly part: 'path' | 'method' | 'token' | 'names' | 'factors';
  /** The field of the body, for names and factors. */
  readonly field?: string;
  /** What is sent when nothing replaces it. */
  readonly value: string;
  readonly sure: 'seen' | 'sibling' | 'guess';
  readonly why: string;
  /** What can be chosen; any text without them. */
  readonly choices?: readonly string[];
}
