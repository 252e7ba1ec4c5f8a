import type { NodeAPI } from 'node-red';
import { rowOf } from '../../src/catalog';
import type { Reservation } from '../../src/client';
import { effectOf } from '../../src/control';
import {
  type Account,
  accountOf,
  callOfMessage,
  defineNode,
  type InputRun,
  inputOfPlan,
  invalidInput,
  type Message,
  planOfCall,
  problemsOfPlan,
  readBackOf,
  resolveValue,
  writeRequestOf,
} from '../../src/runtime';
import { type ResolvedCall, withDeviceIds, withDeviceOfCall } from './call-devices';
import { fields } from './cloud-call.fields';
import { sendCallPages, sendCallResult } from './present-call';

/** The deadline of one call without its read-back: up to 60 s for the reads before it, and up to 60 s for the call. */
const callDeadlineMs = 120_000;

interface CallInput {
  readonly msg: Message;
  readonly run: InputRun;
  readonly account: Account;
  readonly reservation: Reservation;
}

/** Calls any operation of the service, within the account's safety settings. spec 4 */
export default function cloudCall(RED: NodeAPI): void {
  defineNode(RED, 'cloud-call', fields, ({ node, config, texts, status, started }) => {
    const plan = config.operationFrom === 'picked' ? planOfCall(config) : undefined;
    const problems = plan === undefined ? [] : problemsOfPlan(plan);
    if (problems.length > 0) throw invalidInput('the call is not complete', problems);

    /** Names are resolved in the order of the messages, as one of them can have to ask the service first. */
    let resolved: Promise<unknown> = Promise.resolve();

    async function callOf(msg: Message) {
      if (plan !== undefined) return { operation: plan.operation, input: await inputOfPlan(RED, node, plan, msg) };
      const operation = await resolveValue(RED, node, config.operationValue, msg);
      return callOfMessage(operation, await resolveValue(RED, node, config.input, msg), config.allowDestructive);
    }

    return {
      async input(msg, run) {
        const account = accountOf(RED, config.account);
        // Before anything asynchronous: the order of the messages is the order of their commands.
        const reservation = account.reserve();
        try {
          await callInOrder({ msg, run, account, reservation });
        } finally {
          reservation.release();
        }
      },
    };

    async function callInOrder({ msg, run, account, reservation }: CallInput): Promise<void> {
      const named = await callOf(msg);
      const effect = effectOf(named.operation);
      const holdsOrder = effect === 'breaker' || effect === 'batch';
      if (!holdsOrder) reservation.release();
      run.allow(callDeadlineMs + (readBackOf(config).readBackMs ?? 0));
      status.show('pending', texts('status.working'));
      const before = holdsOrder || effect === 'read' ? Promise.resolve() : resolved;
      const resolving = before.then(() => withDeviceIds(account, { ...named, asWritten: config.asWritten }, run));
      if (!holdsOrder && effect !== 'read') resolved = resolving.catch(() => {});
      const call = await resolving;
      try {
        await runCall(call, { msg, run, account, reservation });
      } catch (error) {
        throw withDeviceOfCall(error, call.deviceIds);
      }
    }

    async function runCall({ deviceIds, ...call }: ResolvedCall, input: CallInput): Promise<void> {
      const { msg, run, account, reservation } = input;
      const effect = effectOf(call.operation);
      const { asWritten, secrets } = config;
      const output = { RED, msg, run, status, texts, secrets, deviceIds };
      if (config.pages !== 'first' && rowOf(call.operation).paging !== undefined) {
        await sendCallPages({
          ...output,
          ...call,
          client: await account.client(),
          asWritten,
          split: config.pages === 'all' ? 'array' : 'page',
          maxItems: config.maxItems ?? 10_000,
        });
        return;
      }
      const operator = await account.caller();
      const pendingResult = operator.call({
        ...call,
        asWritten,
        ...writeRequestOf(config, { msg, run, started, node, reservation }),
        confirm: msg.confirm,
        confirmWrites: config.confirm === 'writes',
      });
      // call() has entered the breaker's command in its device queue, so the reservation can end. A batch ends it
      // itself, once it has found its devices.
      if (effect === 'breaker') reservation.release();
      sendCallResult(await pendingResult, { ...output, envelope: config.output === 'envelope' });
    }
  });
}
