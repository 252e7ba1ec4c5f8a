import type { Method } from './operation';

/**
 * What the account's table of assumptions replaces in a row: path, method, or kind of token; the name of a field of the
 * body; or the factor of a number in the body.
 */
export type AssumptionSetting =
  | { readonly part: 'path' | 'method' | 'token' }
  | { readonly part: 'names' | 'factors'; readonly field: string };

interface OpenValue {
  readonly what: 'path' | 'method' | 'request' | 'answer' | 'authorization' | 'values' | 'units' | 'bounds' | 'token';
  readonly value: string;
  readonly sure: 'seen' | 'sibling' | 'guess';
  readonly why: string;
}

/** A value that the specification leaves open, with the way in which a user changes it. */
export type Assumption = OpenValue &
  (
    | {
        /** What the account's table of assumptions replaces. */
        readonly settings: readonly AssumptionSetting[];
        readonly change?: undefined;
      }
    | {
        readonly settings?: undefined;
        /** Any other way, or why nothing has to be changed. */
        readonly change: string;
      }
  );

export const pathSetting = [{ part: 'path' }] as const satisfies readonly AssumptionSetting[];
export const methodSetting = [{ part: 'method' }] as const satisfies readonly AssumptionSetting[];
export const tokenSetting = [{ part: 'token' }] as const satisfies readonly AssumptionSetting[];

/** Why some assumptions have no setting. */
export const unchanged = {
  passedOn: 'nothing to change: what comes is passed on',
  warned: 'nothing to change: anything else is a warning, and is sent',
  notChecked: 'nothing to change: nothing is refused for it',
} as const;

/** The method that the change history gives, where a request sample shows another. spec 4.9 */
export function methodOfHistory(method: Method) {
  return [
    {
      what: 'method',
      value: method,
      sure: 'seen',
      why: `${method} in the change history, POST in the request sample`,
      settings: methodSetting,
    },
  ] as const satisfies readonly Assumption[];
}

/** The assumption of every row that is for one hardware type only. */
export const wrongHardware = {
  what: 'answer',
  value: '418 means that the operation is not supported by this hardware type',
  sure: 'seen',
  why: 'the answer to the wrong hardware type is not shown; known from one source',
  change: unchanged.passedOn,
} as const satisfies Assumption;
