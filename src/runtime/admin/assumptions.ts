import type { AssumptionLine } from '../../admin-api';
import { type Assumption, type AssumptionSetting, type OperationId, operationIds, rowOf } from '../../catalog';
import { methodsOf } from '../../client';
import { defined } from '../../object';

/** Every assumption that an account can replace: the kind of token once for all operations that share it. */
export function listAssumptions(): AssumptionLine[] {
  const lines = operationIds.flatMap((id) =>
    (rowOf(id).assumed ?? []).flatMap((mark) => (mark.settings ?? []).map((setting) => lineOf(id, mark, setting))),
  );
  const merged = new Map<string, AssumptionLine>();
  for (const line of lines) {
    const key = line.part === 'token' ? `token ${line.why}` : `${line.operations[0]} ${line.part} ${line.field ?? ''}`;
    const same = merged.get(key);
    merged.set(key, same === undefined ? line : joined(same, line));
  }
  return [...merged.values()];
}

function joined(one: AssumptionLine, other: AssumptionLine): AssumptionLine {
  return {
    ...one,
    operations: [...one.operations, ...other.operations],
    titles: [...one.titles, ...other.titles],
  };
}

function lineOf(id: OperationId, { sure, why }: Assumption, setting: AssumptionSetting): AssumptionLine {
  const row = rowOf(id);
  const { part } = setting;
  const field = 'field' in setting ? setting.field : undefined;
  const choices = part === 'token' ? ['ORG', 'APP'] : part === 'method' ? methodsOf(row) : undefined;
  return {
    operations: [id],
    titles: [row.title],
    part,
    value: assumedValue(id, setting),
    sure,
    why,
    ...defined({ field, choices }),
  };
}

function assumedValue(id: OperationId, setting: AssumptionSetting): string {
  const { method, path, token } = rowOf(id);
  switch (setting.part) {
    case 'path':
      return path;
    case 'method':
      return method;
    case 'token':
      return token.join(' ');
    case 'names':
      return setting.field.split('.').at(-1) ?? '';
    case 'factors':
      return '1';
  }
}
