import {
  type Assumption,
  type Filter,
  type HardwareType,
  type Method,
  namesOfParameter,
  type OperationId,
  operationIds,
  type Paging,
  pathParameters,
  rowOf,
  type TokenKind,
} from '../../catalog';
import { defined } from '../../object';
import type { JsonSchema } from '../../schema';

/** One line of the list of operations. */
export interface OperationSummary {
  readonly id: OperationId;
  readonly section: string;
  readonly title: string;
  readonly method: Method;
  readonly path: string;
  readonly token: readonly TokenKind[];
  readonly hardware?: HardwareType;
}

/** All that a form, or a document, shows of an operation. */
export interface OperationDescription extends OperationSummary {
  readonly confirm?: 'true' | 'deviceId' | 'secretName';
  readonly answer: 'empty' | 'one' | 'many' | 'results';
  /** The answer carries secrets, which are masked unless asked for. */
  readonly secrets: boolean;
  readonly pathParameters: readonly string[];
  readonly deviceParameters: readonly string[];
  readonly query?: JsonSchema;
  readonly filter?: Filter;
  readonly orderby?: readonly string[];
  readonly paging?: Paging;
  readonly body?: JsonSchema;
  readonly refusals: readonly { readonly status: number; readonly when: string }[];
  readonly assumed: readonly Assumption[];
}

/** Every operation, in the order of the specification's chapters. */
export function listOperations(): OperationSummary[] {
  return operationIds.map(summaryOf).sort((a, b) => a.section.localeCompare(b.section));
}

function summaryOf(id: OperationId): OperationSummary {
  const { section, title, method, path, token, hardware } = rowOf(id);
  return { id, section, title, method, path, token, ...defined({ hardware }) };
}

export function describeOperation(id: OperationId): OperationDescription {
  const {
    confirm,
    answer,
    secrets,
    path,
    query,
    filter,
    orderby,
    paging,
    body,
    refusals = [],
    assumed = [],
  } = rowOf(id);
  return {
    ...summaryOf(id),
    ...defined({ confirm }),
    answer: answer.kind,
    secrets: secrets !== undefined && answer.kind !== 'empty',
    pathParameters: pathParameters(path),
    deviceParameters: pathParameters(path).filter((name) => namesOfParameter(name) === 'device'),
    ...defined({ query: query?.json, filter, orderby, paging, body: body?.json }),
    refusals,
    assumed,
  };
}
