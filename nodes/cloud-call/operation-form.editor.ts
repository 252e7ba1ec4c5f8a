import type { TextsOf } from '../../src/editor';
import type english from './locales/en-US/cloud-call.json';
/** A text of this node in the editor's language. */
export type Text = TextsOf<typeof english>;

/** A chapter of the specification in a key, in which a dot parts: `4_1`. */
export type ChapterKey = keyof (typeof english)['cloud-call']['chapter'];

type Card = (typeof english)['cloud-call']['card'];

/** One line of the list of operations, as the admin route answers it. */
export interface OperationLine {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly token: readonly string[];
  readonly hardware?: keyof Card['hardware'];
}

/** The part of JSON Schema that forms are made from. */
export interface PlaceSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly unit?: string;
  readonly secret?: boolean;
  readonly known?: readonly string[];
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: PlaceSchema;
  readonly properties?: Readonly<Record<string, PlaceSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | PlaceSchema;
}

export interface FilterField {
  readonly compare: readonly string[];
  readonly value: 'text' | 'instant' | 'date' | 'boolean';
  readonly values?: readonly string[];
  readonly required?: boolean;
}

/** All that the form shows of one operation, as the admin route answers it. */
export interface OperationForm extends OperationLine {
  readonly confirm?: keyof Card['confirm'];
  readonly secrets: boolean;
  readonly pathParameters: readonly string[];
  readonly query?: PlaceSchema;
  readonly filter?: {
    readonly fields: Readonly<Record<string, FilterField>>;
    readonly combine: 'one' | 'and';
    readonly required?: boolean;
  };
  readonly orderby?: readonly string[];
  readonly paging?: { readonly limitMax: number; readonly limitDefault?: number; readonly required?: boolean };
  readonly body?: PlaceSchema;
  readonly refusals: readonly { readonly status: number; readonly when: string }[];
  readonly assumed: readonly {
    readonly what: string;
    readonly value: string;
    readonly sure: keyof Card['sure'];
    readonly why: string;
  }[];
  readonly effect: keyof Card['effect'] | 'read' | 'record';
  readonly destructive: boolean;
}
