import type { NodeAPI } from 'node-red';
import type { CallFields } from '../../admin-api';
import { requestText } from '../../call-form';
import { isOperationId } from '../../catalog';
import { effectOf, isDestructive } from '../../control';
import { type CallConfig, findingsOfPlan, planOfCall, runningAccount } from '..';
import { listAssumptions } from './assumptions';
import { describeOperation, listOperations } from './describe-operation';
import type { Handlers } from './route';

/** The routes that bring the catalog to the dialogs, one operation at a time. They send nothing to the service. */
export function operationHandlers(RED: NodeAPI) {
  return {
    'GET operations': async () => ({ operations: listOperations() }),
    'GET assumptions': async () => ({ assumptions: listAssumptions() }),
    'GET operations/:id': async ({ param }) => {
      const id = param('id');
      if (!isOperationId(id)) return undefined;
      const description = describeOperation(id);
      return { ...description, effect: effectOf(id), destructive: isDestructive(id, description) };
    },
    'POST call-preview': async ({ string, value }) => {
      const plan = planOfCall(readCall(value('call')));
      const replaced = runningAccount(RED, string('account'))?.replaced[plan.operation];
      return { problems: findingsOfPlan(plan), request: requestText(plan.operation, plan.values, replaced) };
    },
  } satisfies Partial<Handlers>;
}

function readCall(given: unknown): CallConfig {
  const { operation, values, bodyFrom, body, bodyType, asWritten } = (given ?? {}) as Partial<CallFields>;
  return {
    operation: String(operation ?? ''),
    values: String(values ?? '{}'),
    bodyFrom: bodyFrom === 'value' ? 'value' : 'form',
    body: { value: String(body ?? ''), source: String(bodyType ?? 'msg') },
    asWritten: asWritten === true,
  };
}
