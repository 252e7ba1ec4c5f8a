/** Where a typed field may take its value from, in the words of Node-RED's typed input. */
export type TypedSource =
  | 'str'
  | 'num'
  | 'bool'
  | 'json'
  | 'msg'
  | 'flow'
  | 'global'
  | 'env'
  | 'jsonata'
  | 'date'
  | (string & {});

/** A value and where it is taken from. */
export interface TypedValue {
  readonly value: string;
  readonly source: TypedSource;
}

/** Whether a field counts, given the other values of the same node. */
type Condition = (config: Readonly<Record<string, unknown>>) => boolean;

interface Shared {
  /** The field is neither shown nor checked otherwise. */
  readonly when?: Condition;
  readonly required?: boolean;
}

/**
 * One value that a flow file stores. `label` keys follow from the name: `<type>.label.<name>`, and for choices
 * `<type>.choice.<name>.<value>`.
 */
export type Field =
  | (Shared & {
      readonly kind: 'text';
      readonly default: string;
      readonly multiline?: boolean;
      /** Chosen from what the account's service knows. */
      readonly picker?: 'location';
      readonly check?: (value: string) => string | undefined;
      /** Every problem of a value with parts, such as a list as JSON; `path` is within the value. */
      readonly checkParts?: (value: string) => readonly { readonly path: string; readonly key: string }[];
    })
  | (Shared & {
      readonly kind: 'number';
      readonly default: number | '';
      readonly min?: number;
      readonly max?: number;
      readonly integer?: boolean;
      readonly unit?: string;
    })
  | (Shared & { readonly kind: 'flag'; readonly default: boolean })
  | (Shared & { readonly kind: 'choice'; readonly default: string; readonly options: readonly string[] })
  | (Shared & {
      readonly kind: 'list';
      readonly default: readonly string[];
      /** Devices chosen from what the account's service knows. */
      readonly hardware?: 'emcb' | 'ev-emcb' | 'any';
    })
  | (Shared & { readonly kind: 'config'; readonly type: string })
  /** Stored as `name` and `nameType`. The default source is the first of `sources`. */
  | (Shared & { readonly kind: 'typed'; readonly default: string; readonly sources: readonly TypedSource[] })
  /** Kept by Node-RED as an encrypted credential, never in the flow file. */
  | (Shared & { readonly kind: 'secret'; readonly default?: undefined; readonly max?: number })
  /** A credential that may be shown again, such as a client id. */
  | (Shared & { readonly kind: 'identifier'; readonly default?: undefined; readonly max?: number });

/** What the flow file stores of one node type. */
export type FieldTable = Readonly<Record<string, Field>>;

/** How a node looks in the palette; written literally into the html by the build. */
export interface Palette {
  readonly category: string;
  readonly color?: string;
  readonly icon?: string;
  readonly inputs?: 0 | 1;
  readonly outputs?: number;
  readonly outputLabels?: readonly string[];
  readonly align?: 'left' | 'right';
}

type ValueOf<F> = F extends { readonly kind: 'number' }
  ? number | undefined
  : F extends { readonly kind: 'flag' }
    ? boolean
    : F extends { readonly kind: 'choice'; readonly options: readonly (infer O)[] }
      ? O
      : F extends { readonly kind: 'list' }
        ? readonly string[]
        : F extends { readonly kind: 'typed' }
          ? TypedValue
          : string;

/** What {@link readConfig} makes of a stored node. */
export type ConfigOf<T extends FieldTable> = { readonly [K in keyof T]: ValueOf<T[K]> };

/** The property names under which a field is stored in the flow file; secrets have none. */
export function storedProperties(name: string, field: Field): string[] {
  switch (field.kind) {
    case 'typed':
      return [name, `${name}Type`];
    case 'secret':
    case 'identifier':
      return [];
    default:
      return [name];
  }
}
