import type english from '../../nodes/breaker-account/locales/en-US/breaker-account.json';

/** What is wrong with a value, as a key of the texts below `problem.`. */
export type ProblemKey = keyof (typeof english)['breakerflow']['problem'];

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

/** A node as a flow file stores it. */
export type StoredConfig = Readonly<Record<string, unknown>>;

/** The step from one version of a configuration to the next: pure, and it changes only what the older version meant. */
export interface Upgrade {
  readonly apply: (stored: StoredConfig) => StoredConfig;
  /** Properties that end with the older version. The editor keeps them until the node's dialog is saved. */
  readonly drops?: readonly string[];
}

/** What is wrong with a part of a value; `path` is within the value. */
export interface FieldPartProblem {
  readonly path: string;
  readonly key: ProblemKey;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Whether a field counts, given the other values of the same node. */
export type Condition = (config: StoredConfig) => boolean;

interface Shared {
  /** The field is neither shown nor checked otherwise. */
  readonly when?: Condition;
  readonly required?: boolean;
  /** Why the value contradicts other values of the same node, as a text key below `problem.`. */
  readonly suits?: (value: unknown, config: Readonly<Record<string, unknown>>) => ProblemKey | undefined;
}

/** Choices under headings; their text keys are `<type>.group.<name>.<group>`. */
export type ChoiceGroups = Readonly<Record<string, readonly string[]>>;

/** The `options` and `groups` of a choice with many options. */
export function groupedChoice<const G extends ChoiceGroups>(groups: G) {
  return { options: Object.values(groups).flat() as readonly G[keyof G][number][], groups };
}

/**
 * One value that a flow file stores. Its text keys follow from the name: `<type>.label.<name>`, `<type>.tip.<name>` for
 * a sentence about it, and for choices `<type>.choice.<name>.<value>`.
 */
export type Field =
  | (Shared & {
      readonly kind: 'text';
      readonly default: string;
      readonly multiline?: boolean;
      /** Chosen from what the account's service knows. */
      readonly picker?: 'location';
      readonly check?: (value: string) => ProblemKey | undefined;
      /** Every problem of a value with parts, such as a list as JSON; `path` is within the value. */
      readonly checkParts?: (value: string) => readonly FieldPartProblem[];
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
  | (Shared & {
      readonly kind: 'choice';
      readonly default: string;
      readonly options: readonly string[];
      /** Headings over the options; see {@link groupedChoice}. */
      readonly groups?: ChoiceGroups;
    })
  | (Shared & {
      readonly kind: 'list';
      readonly default: readonly string[];
      /** Devices chosen from what the account's service knows. */
      readonly hardware?: 'emcb' | 'ev-emcb' | 'any';
    })
  /** A table, stored as a list of objects; the dialog of the node draws it. */
  | (Shared & {
      readonly kind: 'rows';
      readonly default: readonly unknown[];
      readonly checkRows: (rows: unknown) => readonly FieldPartProblem[];
    })
  | (Shared & { readonly kind: 'config'; readonly type: string })
  /** Stored as `name` and `nameType`. The default source is the first of `sources`. */
  | (Shared & {
      readonly kind: 'typed';
      readonly default: string;
      readonly sources: readonly TypedSource[];
      /** Checks a value that stands in the dialog itself, as text, number or JSON; a text key below `problem.`. */
      readonly check?: (value: unknown) => ProblemKey | undefined;
    })
  /** Kept by Node-RED as an encrypted credential, never in the flow file. */
  | (Shared & { readonly kind: 'secret'; readonly default?: undefined; readonly max?: number })
  /** A credential that may be shown again, such as a client id. */
  | (Shared & { readonly kind: 'identifier'; readonly default?: undefined; readonly max?: number })
  /** The history of the table, under `configVersion`: how each older version becomes the next. It has no row. */
  | (Shared & { readonly kind: 'version'; readonly default?: undefined; readonly upgrades: readonly Upgrade[] });

/** What the flow file stores of one node type. */
export type FieldTable = Readonly<Record<string, Field>>;

/** How a node looks in the palette; written literally into the html by the build. */
export interface Palette {
  readonly category: string;
  readonly color?: string;
  readonly icon?: string;
  readonly inputs?: 0 | 1;
  readonly outputs?: number;
  /** Their texts are `<type>.output.<name>`. */
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
        : F extends { readonly kind: 'rows' }
          ? readonly unknown[]
          : F extends { readonly kind: 'typed' }
            ? TypedValue
            : F extends { readonly kind: 'version' }
              ? number
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
