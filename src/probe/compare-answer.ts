import type { OperationRow } from '../catalog';
import type { RawAnswer } from '../client';
import { comparePage } from './compare-page';
import { compareValue, isObject, typeName } from './compare-value';
import type { Difference } from './difference';
import { maskedSecrets } from './masked-secrets';

/** The answer parsed as JSON, with its `data` unwrapped; undefined where there is none. */
interface Unwrapped {
  readonly data: unknown;
  readonly differences: readonly Difference[];
}

/** Every way in which a successful answer differs from its row. spec 1.5, 2.1 */
export function compareAnswer(row: OperationRow, { statusCode, text, url }: RawAnswer): Difference[] {
  const status: Difference[] =
    statusCode === 200 ? [] : [{ kind: 'other-status', at: '', expected: '200', found: String(statusCode) }];
  if (row.answer.kind === 'empty') return status;
  if (text.trim() === '') return [...status, { kind: 'empty', at: '' }];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [...status, { kind: 'no-json', at: '' }];
  }
  const { data, differences } = unwrap(row, body);
  return [
    ...status,
    ...differences,
    ...(data === undefined ? [] : dataDifferences(row, data)),
    ...comparePage(row, body, data, url),
    ...maskedSecrets(row, data),
  ];
}

/** Takes the data out of its envelope, or out of what stands in its place. */
function unwrap({ answer }: OperationRow, body: unknown): Unwrapped {
  if (!isObject(body) || !Object.hasOwn(body, 'data'))
    return { data: body, differences: [{ kind: 'no-envelope', at: '', found: typeName(body) }] };
  const { data } = body;
  const isNested = isObject(data) && isObject(data.data) && !Object.hasOwn(propertiesOf(answer), 'data');
  return isNested ? { data: data.data, differences: [{ kind: 'nested', at: 'data' }] } : { data, differences: [] };
}

function propertiesOf(answer: OperationRow['answer']): object {
  return answer.kind === 'empty' ? {} : (answer.data.json.properties ?? {});
}

function dataDifferences({ answer }: OperationRow, data: unknown): Difference[] {
  if (answer.kind === 'empty') return [];
  const item = answer.data.json;
  switch (answer.kind) {
    case 'one':
      if (!Array.isArray(data)) return compareValue(data, item, 'data');
      return [
        { kind: 'one-as-list', at: 'data', expected: 'object', found: `array of ${data.length}` },
        ...data.slice(0, 1).flatMap((each) => compareValue(each, item, 'data')),
      ];
    case 'many':
      return listDifferences(data, item, 'data');
    case 'results':
      return isObject(data)
        ? listDifferences(data.results, item, 'data.results')
        : [{ kind: 'other-type', at: 'data', expected: 'object', found: typeName(data) }];
  }
}

function listDifferences(data: unknown, item: Parameters<typeof compareValue>[1], at: string): Difference[] {
  if (isObject(data))
    return [{ kind: 'list-as-one', at, expected: 'array', found: 'object' }, ...compareValue(data, item, `${at}[]`)];
  return compareValue(data, { type: 'array', items: item }, at);
}
