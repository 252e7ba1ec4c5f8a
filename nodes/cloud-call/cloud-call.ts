import type { NodeAPI } from 'node-red';
import { rowOf } from '../../src/catalog';
import {
  accountOf,
  callOfMessage,
  defineNode,
  inputOfPlan,
  invalidInput,
  type Message,
  planOfCall,
  problemsOfPlan,
  readBackOf,
  resolveValue,
  sendCallPages,
  sendCallResult,
  writeRequestOf,
} from '../../src/flow';
import { fields } from './cloud-call.fields';

/** Beyond reading back: an operation looks at its devices before, and its own deadline is 60 s at most. */
const callDeadlineMs = 120_000;

/** Calls any operation of the service, within the account's safety settings. spec 4 */
export default function cloudCall(RED: NodeAPI): void {
  defineNode(RED, 'cloud-call', fields, ({ node, config, texts, status, started }) => {
    const plan = config.operationFrom === 'picked' ? planOfCall(config) : undefined;
    const problems = plan === undefined ? [] : problemsOfPlan(plan);
    if (problems.length > 0) throw invalidInput('the call is not complete', problems);

    async function callOf(msg: Message) {
      if (plan !== undefined) return { operation: plan.operation, input: await inputOfPlan(RED, node, plan, msg) };
      const operation = await resolveValue(RED, node, config.operationValue, msg);
      return callOfMessage(operation, await resolveValue(RED, node, config.input, msg), config.allowDestructive);
    }

    return {
      async input(msg, run) {
        const account = accountOf(RED, config.account);
        const call = await callOf(msg);
        run.allow(callDeadlineMs + (readBackOf(config).readBackMs ?? 0));
        status.show('pending', texts('status.working'));
        const output = { RED, msg, run, status, texts, secrets: config.secrets };
        if (config.pages !== 'first' && rowOf(call.operation).paging !== undefined) {
          await sendCallPages({
            ...output,
            ...call,
            client: await account.client(),
            split: config.pages === 'all' ? 'array' : 'page',
            maxItems: config.maxItems ?? 10_000,
          });
          return;
        }
        const operator = await account.caller();
        const result = await operator.call({
          ...call,
          ...writeRequestOf(config, { msg, run, started, node }),
          confirm: msg.confirm,
          confirmWrites: config.confirm === 'writes',
        });
        sendCallResult(result, { ...output, envelope: config.output === 'envelope' });
      },
    };
  });
}
