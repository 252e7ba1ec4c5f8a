import { isOperationId, type Method, pathParameters, rowOf } from '../catalog';
import { type Problem, problem } from '../schema';
import type { ClientSettings } from './interface';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const plainPath = /^(\/([A-Za-z0-9_~-][A-Za-z0-9._~-]*|\{\w+\}))+$/;

/** What is wrong with paths and methods that replace assumed ones. */
export function replacementProblems(replaced: NonNullable<ClientSettings['replaced']>): Problem[] {
  return Object.entries(replaced).flatMap(([id, given]) => {
    const at = `replaced.${id}`;
    if (!isOperationId(id)) return [problem(at, 'unknown', 'is not an operation')];
    const row = rowOf(id);
    const problems: Problem[] = [];
    for (const part of ['path', 'method'] as const)
      if (given?.[part] !== undefined && !row.assumed?.some(({ what, setting }) => what === part && setting))
        problems.push(problem(`${at}.${part}`, 'fixed', `the specification shows the ${part} of this operation`));
    if (given?.path !== undefined) {
      if (!plainPath.test(given.path))
        problems.push(problem(`${at}.path`, 'path', 'must begin with / and consist of plain segments'));
      if (pathParameters(given.path).toSorted().join() !== pathParameters(row.path).toSorted().join())
        problems.push(problem(`${at}.path`, 'parameters', `must hold the same parameters as ${row.path}`));
    }
    if (given?.method !== undefined && (!methods.includes(given.method) || given.method === 'GET'))
      problems.push(problem(`${at}.method`, 'enum', `must be one of ${methods.slice(1).join(', ')}`));
    return problems;
  });
}
