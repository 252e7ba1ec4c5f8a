import type { NodeAPI } from 'node-red';
import { type CallProblem, type RequestText, requestText } from '../../call-form';
import { isOperationId } from '../../catalog';
import { effectOf, isDestructive, type OperationEffect } from '../../control';
import { type CallConfig, planOfCall, problemsOfPlan, runningAccount } from '..';
import { describeOperation, listOperations, type OperationDescription } from './describe-operation';
import { addRoute } from './route';

/** What a dialog needs to make the form of an operation. */
export interface OperationForm extends OperationDescription {
  readonly effect: OperationEffect;
  readonly destructive: boolean;
}

/** What a dialog shows of a call that is being filled in. */
export interface CallPreview {
  /** All at once, each with the pointer of its field. */
  readonly problems: readonly CallProblem[];
  readonly request: RequestText;
}

/** Adds the routes that bring the catalog to the dialogs, one operation at a time. They ask no service. */
export function registerOperationRoutes(RED: NodeAPI): void {
  addRoute(RED, 'get', 'operations', async () => ({ operations: listOperations() }));

  addRoute(RED, 'get', 'operations/:id', async ({ params }): Promise<OperationForm | undefined> => {
    const { id } = params;
    if (!isOperationId(id)) return undefined;
    const description = describeOperation(id);
    return { ...description, effect: effectOf(id), destructive: isDestructive(id, description) };
  });

  addRoute(RED, 'ask', 'call-preview', async ({ body }): Promise<CallPreview> => {
    const { account, call } = (body ?? {}) as { readonly account?: unknown; readonly call?: unknown };
    const plan = planOfCall(readCall(call));
    const replaced = runningAccount(RED, String(account ?? ''))?.replaced[plan.operation];
    return { problems: problemsOfPlan(plan), request: requestText(plan.operation, plan.values, replaced) };
  });
}

function readCall(given: unknown): CallConfig {
  const { operation, values, bodyFrom, body, bodyType } = (given ?? {}) as Partial<Record<string, unknown>>;
  return {
    operation: String(operation ?? ''),
    values: String(values ?? '{}'),
    bodyFrom: bodyFrom === 'value' ? 'value' : 'form',
    body: { value: String(body ?? ''), source: String(bodyType ?? 'msg') },
  };
}
