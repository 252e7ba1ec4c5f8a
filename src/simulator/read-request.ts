import type { IncomingMessage } from 'node:http';
import type { OperationId } from '../catalog';
import { defined } from '../object';
import { createCheck, type Problem, type Schema } from '../schema';
import { parseFilter, parseOrderby } from './filter-grammar';
import { type HandlerRequest, ServiceRefusal } from './handler';
import { parsePage } from './paging';
import type { OperationRoute } from './router';

export const bodyBytesMax = 1024 * 1024;

const checks = new Map<Schema<unknown>, (value: unknown) => Problem[]>();

function problemsOf(schema: Schema<unknown>, value: unknown): Problem[] {
  let check = checks.get(schema);
  if (check === undefined) {
    check = createCheck(schema);
    checks.set(schema, check);
  }
  return check(value);
}

function refuse(problems: readonly Problem[], part: string): void {
  if (problems.length === 0) return;
  throw new ServiceRefusal(
    400,
    `The ${part} is not valid`,
    problems.map(({ field, message }) => ({ message, propertyName: field === '' ? part : field })),
  );
}

/** The bytes of a request; of more than {@link bodyBytesMax} only the beginning, which is still more than that. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (size <= bodyBytesMax) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** Throws 400 with a validation for what is not JSON. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    const message = 'is not valid JSON';
    throw new ServiceRefusal(400, `The body ${message}`, [{ message, propertyName: 'body' }]);
  }
}

function parametersOf(search: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const twice: Problem[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    if (parameters.has(name)) twice.push({ field: name, rule: 'twice', message: 'is given twice' });
    parameters.set(name, value);
  }
  refuse(twice, 'query');
  return parameters;
}

function takenBy({ row }: OperationRoute): Set<string> {
  return new Set([
    ...(row.filter === undefined ? [] : ['$filter']),
    ...(row.orderby === undefined ? [] : ['$orderby']),
    ...(row.paging === undefined ? [] : ['offset', 'limit']),
    ...Object.keys(row.query?.json.properties ?? {}),
  ]);
}

/**
 * Checks a request against the row of its operation and gives its handler what it takes. Throws 400 with one
 * validation a field; what binds several fields is the handler's to check.
 */
export function readRequest(
  route: OperationRoute,
  search: string,
  body: Buffer,
  contentType: string,
): HandlerRequest<OperationId> {
  const { row, path } = route;
  const parameters = parametersOf(search);
  const taken = takenBy(route);
  refuse(
    [...parameters.keys()]
      .filter((name) => !taken.has(name))
      .map((field) => ({ field, rule: 'unknown', message: 'is not a parameter of this operation' })),
    'query',
  );
  const filter = row.filter === undefined ? [] : parseFilter(row.filter, parameters.get('$filter'));
  const order = parameters.get('$orderby');
  const orderby = row.orderby === undefined || order === undefined ? undefined : parseOrderby(row.orderby, order);
  const page = parsePage(row.paging, parameters);
  const query = queryOf(route, parameters);
  const request = {
    path,
    query,
    filter,
    ...defined({ orderby }),
    page,
    body: bodyOf(route, body, contentType),
  };
  // The row's schemas have just been checked: from here on the parts have the types that the row carries.
  return request as unknown as HandlerRequest<OperationId>;
}

function queryOf(
  { row }: OperationRoute,
  parameters: ReadonlyMap<string, string>,
): Record<string, unknown> | undefined {
  if (row.query === undefined) return undefined;
  const properties = row.query.json.properties ?? {};
  const query = Object.fromEntries(
    [...parameters]
      .filter(([name]) => Object.hasOwn(properties, name))
      .map(([name, text]) => [name, properties[name]?.type === 'boolean' ? booleanOf(text) : text]),
  );
  refuse(problemsOf(row.query, query), 'query');
  return query;
}

// Any other text stays as it is and is refused by the schema.
function booleanOf(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

function bodyOf({ row }: OperationRoute, bytes: Buffer, contentType: string): unknown {
  if (row.body === undefined) return undefined;
  if (bytes.length > 0 && !/^application\/json\b/i.test(contentType))
    throw new ServiceRefusal(415, 'Content-Type must be application/json');
  const value = bytes.length === 0 ? {} : parseJson(bytes);
  refuse(problemsOf(row.body, value), 'body');
  return value;
}
