export type { FilterField, OperationForm, OperationLine, PlaceSchema } from '../../src/admin-api';

/** A text of this node in the editor's language. */
export type Text = (key: string, params?: Readonly<Record<string, unknown>>) => string;
