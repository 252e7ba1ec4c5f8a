import type english from '../../nodes/breaker-account/locales/en-US/breaker-account.json';

/** The problem of a value, as a text key below `problem.`. */
export type ProblemKey = keyof (typeof english)['breakerflow']['problem'];

/** What differs from a rule that is only assumed, as a text key below `warning.`. */
export type WarningKey = keyof (typeof english)['breakerflow']['warning'];

/** A value that can be deployed, and differs from what is assumed. */
export interface AssumedWarning {
  readonly key: WarningKey;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The source of a typed field's value, named as in Node-RED's typed input. */
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

/** A value and its source. */
export interface TypedValue {
  readonly value: string;
  readonly source: TypedSource;
}

/** A node as a flow file stores it. */
export type StoredConfig = Readonly<Record<string, unknown>>;

/** The step from one version of a configuration to the next: a pure function of the stored properties. */
export interface Upgrade {
  readonly apply: (stored: StoredConfig) => StoredConfig;
  /** Properties that only the older version has. The editor keeps them until the node's dialog is saved. */
  readonly drops?: readonly string[];
}

/** The problem of one element of a value; `path` is relative to the value. */
export interface FieldPartProblem {
  readonly path: string;
  readonly key: ProblemKey;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Whether a field applies, by the other values of its node. */
export type Condition = (config: StoredConfig) => boolean;

interface CommonField {
  /** The field is shown and checked only if this holds. */
  readonly when?: Condition;
  readonly required?: boolean;
  /** The field whose label and tip are those of this one. */
  readonly like?: string;
  /** The contradiction between the value and other values of the node, as a text key below `problem.`. */
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
  | (CommonField & {
      readonly kind: 'text';
      readonly default: string;
      readonly multiline?: boolean;
      /**
       * What the user chooses with: the locations of the account's service, its addresses with coordinates (`sun`), a
       * calendar (`YYYY-MM-DD` is stored), a calendar and a clock (ISO 8601 with a zone is stored), a time of day (`HHMM` is stored), the names of time zones.
       */
      readonly picker?: 'location' | 'sun' | 'date' | 'dateTime' | 'time' | 'zone';
      /** A new node has the time zone of the browser that adds it. */
      readonly ownZone?: boolean;
      readonly check?: (value: string) => ProblemKey | undefined;
      /** Every problem of a value with several elements, such as a list as JSON. */
      readonly checkParts?: (value: string) => readonly FieldPartProblem[];
      readonly warn?: (value: string) => readonly AssumedWarning[];
    })
  | (CommonField & {
      readonly kind: 'number';
      readonly default: number | '';
      readonly min?: number;
      readonly max?: number;
      /** The most that is assumed: more is a warning. */
      readonly assumedMax?: number;
      readonly integer?: boolean;
      readonly unit?: string;
    })
  | (CommonField & { readonly kind: 'flag'; readonly default: boolean })
  | (CommonField & {
      readonly kind: 'choice';
      readonly default: string;
      readonly options: readonly string[];
      /** What a node from the palette begins with, where a stored node without the property means something else. */
      readonly initial?: string;
      /** Headings over the options; see {@link groupedChoice}. */
      readonly groups?: ChoiceGroups;
    })
  | (CommonField & {
      readonly kind: 'list';
      readonly default: readonly string[];
      /** The user chooses from the devices of this hardware at the account's service. */
      readonly hardware?: 'emcb' | 'ev-emcb' | 'any';
    })
  /** A table, stored as a list of objects; the dialog of the node draws it. */
  | (CommonField & {
      readonly kind: 'rows';
      readonly default: readonly unknown[];
      readonly checkRows: (rows: unknown) => readonly FieldPartProblem[];
    })
  | (CommonField & { readonly kind: 'config'; readonly type: string })
  /** Stored as `name` and `nameType`. The default source is the first of `sources`. */
  | (CommonField & {
      readonly kind: 'typed';
      readonly default: string;
      readonly sources: readonly TypedSource[];
      /** A fixed text is picked with a calendar and a clock; ISO 8601 with a zone is stored. */
      readonly picker?: 'dateTime';
      /** Checks a value that is entered in the dialog as text, number or JSON. Returns a text key below `problem.`. */
      readonly check?: (value: unknown) => ProblemKey | undefined;
      readonly warn?: (value: unknown) => readonly AssumedWarning[];
    })
  /** Stored by Node-RED as an encrypted credential, never in the flow file. */
  | (CommonField & { readonly kind: 'secret'; readonly default?: undefined; readonly max?: number })
  /** A credential that the dialog may show, such as a client id. */
  | (CommonField & { readonly kind: 'identifier'; readonly default?: undefined; readonly max?: number })
  /** The upgrades from each older version to the next, under `configVersion`. It has no row in the dialog. */
  | (CommonField & { readonly kind: 'version'; readonly default?: undefined; readonly upgrades: readonly Upgrade[] });

/** The fields of one node type that the flow file stores. */
export type FieldTable = Readonly<Record<string, Field>>;

/** The appearance of a node in the palette. The build writes it literally into the html. */
export interface Palette {
  readonly category: string;
  readonly color?: string;
  readonly icon?: string;
  readonly inputs?: 0 | 1;
  readonly outputs?: number;
  /** Their texts are `<type>.output.<name>`. */
  readonly outputLabels?: readonly string[];
  readonly align?: 'left' | 'right';
  /** False for a config node that no node refers to: a deploy does not call it unused. */
  readonly hasUsers?: false;
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

/** A stored node as {@link readConfig} returns it. */
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
