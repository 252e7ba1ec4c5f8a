import type { NodeAPI } from 'node-red';
import type { Reservation } from '../../src/client';
import { type BatchRequest, type CancelResult, createBatchOperator } from '../../src/control';
import { idKey } from '../../src/directory';
import { defined } from '../../src/object';
import {
  accountOf,
  createUnknownTypesWarning,
  defineNode,
  type InputRun,
  invalidInput,
  type Message,
  onceStarted,
  ownTexts,
  resolveDevices,
  resolveValue,
  sendRows,
  targetOf,
  writeRequestOf,
} from '../../src/runtime';
import { problem } from '../../src/schema';
import { batchBodyOf, targetsOf } from './batch-body';
import { batchRow } from './batch-rows';
import { fields } from './batch-schedule.fields';
import { createDeclaredSchedules } from './declare-schedules';
import type english from './locales/en-US/batch-schedule.json';

/** How long a declaration may take: each of its steps makes a request. */
const declareDeadlineMs = 120_000;
const noDevices: readonly string[] = [];

/**
 * Creates, declares, lists, cancels and waits for batch commands that run at once, at a time, by cron, or at sunrise or
 * sunset. spec 2.8, 4.4
 */
export default function batchSchedule(RED: NodeAPI): void {
  defineNode(RED, 'batch-schedule', fields, ({ node, config, texts, clock, status, started }) => {
    const { action } = config;
    const ownText = ownTexts<typeof english>(RED, 'batch-schedule');
    const warnOfUnknownTypes = createUnknownTypesWarning({ node, clock, texts });

    async function accountAndOperator() {
      const account = accountOf(RED, config.account);
      const operator = createBatchOperator(await account.client(), clock, account.safety, account.context);
      return { account, operator };
    }
    const { account: accountId, removeWithNode } = config;
    const declared = createDeclaredSchedules({ RED, node, clock, accountId, removeWithNode, accountAndOperator });

    async function reasonOf(msg: Message): Promise<string> {
      if (config.reason !== '') return config.reason;
      const flow = await resolveValue(RED, node, { value: 'NR_FLOW_NAME', source: 'env' }, msg);
      return texts('reason', { flow: flow ?? '', node: node.name || node.type });
    }

    async function deviceIdsOf(named: readonly unknown[], run: InputRun): Promise<readonly string[]> {
      const { circuits, signal } = run;
      const fieldOf = (index: number) => `deviceIds[${index}]`;
      const ids = await resolveDevices(accountOf(RED, config.account), named, { circuits, signal, fieldOf });
      // Two ways to name a device are one device.
      return [...new Map(ids.map((id) => [idKey(id), id])).values()];
    }

    /** The batches of a message name their devices as a person does, too. */
    async function withDeviceIds(body: unknown, run: InputRun): Promise<unknown> {
      if (Array.isArray(body)) return Promise.all(body.map((one: unknown) => withDeviceIds(one, run)));
      if (typeof body !== 'object' || body === null || !('deviceIds' in body)) return body;
      const { deviceIds } = body;
      if (!Array.isArray(deviceIds) || deviceIds.length === 0) return body;
      return { ...body, deviceIds: await deviceIdsOf(deviceIds, run) };
    }

    async function readBatchBody(msg: Message, run: InputRun): Promise<unknown> {
      if (config.source === 'value') return withDeviceIds(await resolveValue(RED, node, config.order, msg), run);
      const at = config.schedule === 'at' ? await resolveValue(RED, node, config.at, msg) : undefined;
      const form = { ...config, at: typeof at === 'number' ? new Date(at) : at, reason: await reasonOf(msg) };
      const target = await targetOf(RED, node, config, msg);
      const named =
        target.kind === 'list' ? target.deviceIds : target.kind === 'single' ? [target.deviceId] : noDevices;
      const isGiven = target.kind !== 'location' && target.picked !== true && named.length > 0;
      return {
        ...batchBodyOf(form),
        ...targetsOf(form, isGiven ? await deviceIdsOf(named, run) : (named as string[])),
      };
    }

    function batchRequestOf(msg: Message, run: InputRun, declaring: boolean): BatchRequest {
      // Declared schedules run later, so the age of the message does not matter.
      const message = declaring ? { _msgid: msg._msgid } : msg;
      const safetyConfig = declaring ? { dryRun: config.dryRun, expiry: undefined, mute: false } : config;
      return {
        ...writeRequestOf(safetyConfig, { msg: message, run, started, node }),
        confirmed: msg.confirm === true,
        confirmClose: config.confirmClose,
        picked: config.source === 'form' && config.target === 'devices',
        onUnknownType: (ids) => warnOfUnknownTypes(ids, run.namesOf),
        ...defined({ maxDevices: config.maxDevices }),
      };
    }

    async function declare(msg: Message, run: InputRun): Promise<void> {
      run.allow(declareDeadlineMs);
      const wanted = await readBatchBody(msg, run);
      const applied = await declared.apply(Array.isArray(wanted) ? wanted : [wanted], batchRequestOf(msg, run, true));
      msg.payload = applied;
      const { created, kept, removed, notRemoved } = applied;
      const isIncomplete = notRemoved.length > 0 || created.some(({ outcome }) => outcome === 'unknown');
      const badge = isIncomplete || declared.isStateUnsaved() ? 'warning' : 'fresh';
      const counts = { created: created.length, kept: kept.length, removed: removed.length };
      status.show(applied.outcome === 'dry-run' ? 'dry-run' : badge, ownText('status.declared', counts));
      run.send(msg);
    }

    async function create(msg: Message, run: InputRun): Promise<void> {
      // Before anything asynchronous, so that the commands keep the order of their messages.
      const reservation = accountOf(RED, config.account).reserve();
      try {
        await createInOrder(msg, run, reservation);
      } finally {
        reservation.release();
      }
    }

    async function createInOrder(msg: Message, run: InputRun, reservation: Reservation): Promise<void> {
      const { operator } = await accountAndOperator();
      const result = await operator.create(await readBatchBody(msg, run), {
        ...batchRequestOf(msg, run, false),
        reservation,
      });
      if (result.id !== undefined) msg.batchId = result.id;
      msg.payload = result;
      const { outcome } = result;
      const badge = outcome === 'dry-run' ? 'dry-run' : outcome === 'unknown' ? 'warning' : 'fresh';
      status.show(badge, outcome === 'confirmed' ? texts('status.done') : texts(`outcome.${outcome}`));
      run.send(msg);
    }

    function sendTable(msg: Message, run: InputRun, rows: Record<string, unknown>[]): Promise<void> {
      const split = config.output === 'messages' ? 'item' : 'array';
      return sendRows({ RED, status, texts, msg, run, split, rows: [rows] });
    }

    async function list(msg: Message, run: InputRun): Promise<void> {
      const { operator } = await accountAndOperator();
      const { listBy, location } = config;
      const filter =
        listBy === 'all' ? undefined : listBy === 'location' ? { locationId: location } : ({ type: listBy } as const);
      const batches = await operator.list(filter, run.signal);
      await sendTable(
        msg,
        run,
        config.output === 'record' ? batches.map((batch) => ({ ...batch })) : batches.map(batchRow),
      );
    }

    async function handleOneBatch(msg: Message, run: InputRun): Promise<void> {
      const { signal } = run;
      const id = await resolveValue(RED, node, config.batch, msg);
      if (typeof id !== 'string' || id === '')
        throw invalidInput('no batch is named', [problem('batch', 'batchId', 'must be the id of a batch')]);
      const { operator } = await accountAndOperator();
      if (action === 'statuses') {
        await sendTable(
          msg,
          run,
          (await operator.statuses(id, signal)).map((row) => ({ ...row })),
        );
        return;
      }
      if (action === 'get') msg.payload = await operator.get(id, signal);
      else if (action === 'cancel') msg.payload = await operator.cancel(id, { dryRun: config.dryRun, signal });
      else {
        const withinMs = (config.waitSeconds ?? 120) * 1000;
        run.allow(withinMs + 60_000);
        const progress = await operator.waitForCompletion(id, {
          withinMs,
          onProgress: (current) => status.show('pending', ownText('status.progress', { ...current })),
          signal,
        });
        const { devices, ...counts } = progress;
        msg.payload = { id, ...counts, summary: ownText('status.progress', counts), devices };
        status.show(counts.failed + counts.cancelled > 0 ? 'warning' : 'fresh', ownText('status.progress', counts));
      }
      if (action === 'cancel' && (msg.payload as CancelResult).outcome === 'dry-run')
        status.show('dry-run', texts('outcome.dry-run'));
      else if (action !== 'wait') status.show('fresh', texts('status.done'));
      run.send(msg);
    }

    const handler = {
      create,
      declare,
      list,
      get: handleOneBatch,
      cancel: handleOneBatch,
      statuses: handleOneBatch,
      wait: handleOneBatch,
    }[action];

    // A declaration with a value from `msg` is applied on each message, any other once when the flows start.
    const resolvedInputs =
      config.source === 'value'
        ? [config.order]
        : [...(config.schedule === 'at' ? [config.at] : []), ...(config.target === 'value' ? [config.device] : [])];
    const onStarted = () => {
      if (action !== 'declare') declared.removeAll();
      else if (resolvedInputs.every(({ source }) => source !== 'msg')) node.receive({});
    };
    const endWatch = onceStarted(RED.events, onStarted);

    return {
      input: handler,
      close: () => {
        endWatch();
        declared.close();
      },
    };
  });
}
