import type { OperationId } from '../catalog';

/**
 * The ways in which an answer can differ from its row. `isRead`: the client reads it for what it plainly says, so that nothing
 * has to be done; the others cost a value, or the whole answer.
 */
export const differenceKinds = {
  'no-json': { isRead: false },
  'no-envelope': { isRead: false },
  nested: { isRead: false },
  'one-as-list': { isRead: false },
  'list-as-one': { isRead: false },
  empty: { isRead: false },
  missing: { isRead: false },
  null: { isRead: true },
  extra: { isRead: true },
  'number-as-text': { isRead: true },
  'boolean-as-text': { isRead: true },
  'text-as-number': { isRead: true },
  'other-type': { isRead: false },
  'other-letters': { isRead: true },
  'new-value': { isRead: true },
  'time-format': { isRead: false },
  unit: { isRead: false },
  'masked-secret': { isRead: true },
  'no-page': { isRead: true },
  'no-next': { isRead: true },
  'foreign-next': { isRead: true },
  'wrong-count': { isRead: false },
  'error-body': { isRead: true },
  'error-status': { isRead: false },
  'other-status': { isRead: true },
} as const satisfies Record<string, { readonly isRead: boolean }>;

export type DifferenceKind = keyof typeof differenceKinds;

/** One way in which answers differ from the catalog. Holds no id, no name and no secret. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** The field, such as `data[].loadDetails.type`; names of the catalog only. */
  readonly at: string;
  /** What the catalog has, in its own words, such as `integer`. */
  readonly expected?: string;
  /** What came: a type, a status code, or a value of a closed set. */
  readonly found?: string;
}

/** What a setting of the account or of a node can settle. */
export interface OfferedSetting {
  readonly what: 'path' | 'method' | 'token' | 'units';
  readonly operation: OperationId;
}
