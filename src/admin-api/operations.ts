import type english from '../../nodes/cloud-call/locales/en-US/cloud-call.json';
import type { Finding } from './finding';

type CardTexts = (typeof english)['cloud-call']['card'];

/** One line of the list of operations. */
export interface OperationLine {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly token: readonly string[];
  readonly hardware?: keyof CardTexts['hardware'];
}

/** The part of JSON Schema that forms are made from. */
export interface ValueSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly unit?: string;
  readonly secret?: boolean;
  readonly known?: readonly string[];
  /** What the text is the id of, where a name can stand in its place. */
  readonly names?: 'device';
  readonly enum?: readonly string[];
  /** The rules that are only assumed. */
  readonly assumed?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ValueSchema;
}

export interface FilterField {
  readonly compare: readonly string[];
  readonly value: 'text' | 'instant' | 'date' | 'boolean';
  readonly values?: readonly string[];
  readonly names?: 'device';
  readonly required?: boolean;
}

/** All that the form of one operation is made from. */
export interface OperationForm extends OperationLine {
  readonly confirm?: keyof CardTexts['confirm'];
  /** The answer carries secrets, which are masked unless asked for. */
  readonly secrets: boolean;
  readonly pathParameters: readonly string[];
  /** Those of `pathParameters` that are the id of a device. */
  readonly deviceParameters: readonly string[];
  readonly query?: ValueSchema;
  readonly filter?: {
    readonly fields: Readonly<Record<string, FilterField>>;
    readonly combine: 'one' | 'and';
    readonly required?: boolean;
  };
  readonly orderby?: readonly string[];
  readonly paging?: { readonly limitMax: number; readonly limitDefault?: number; readonly required?: boolean };
  readonly body?: ValueSchema;
  readonly refusals: readonly { readonly status: number; readonly when: string }[];
  readonly assumed: readonly {
    readonly what: string;
    readonly value: string;
    readonly sure: keyof CardTexts['sure'];
    readonly why: string;
  }[];
  readonly effect: keyof CardTexts['effect'] | 'read' | 'record';
  readonly destructive: boolean;
}

/** A call as the dialog holds it: its fields, unchecked. */
export type CallFields = Readonly<
  Record<'operation' | 'values' | 'bodyFrom' | 'body' | 'bodyType' | 'asWritten', unknown>
>;

/** What a dialog shows of a call that is being filled in. */
export interface CallPreview {
  /** All at once, each with the pointer of its field. A warning does not keep the request from being sent. */
  readonly problems: readonly ({
    readonly pointer: string;
    readonly field: string;
    readonly message: string;
  } & Finding)[];
  readonly request: { readonly method: string; readonly target: string; readonly body?: string };
}
