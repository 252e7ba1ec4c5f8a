import {
  type AnswerOf,
  type InputOf,
  type ItemOf,
  isOperationId,
  type ListOperationId,
  type OperationId,
} from '../catalog';
import { defined } from '../object';
import { createAfterWrite } from './after-write';
import { createCallBudget } from './call-budget';
import { createDevicePrefetch } from './device-prefetch';
import type { ClientError } from './errors';
import { createSendOnce } from './exchange';
import { createExecute } from './execute';
import type { Execution, Result } from './execution';
import { createGotTransport, type OwnTransport } from './got-transport';
import type { CallOptions, Client, ClientOptions, PageOf, Reply } from './interface';
import { createLifetimes, type Lifetime } from './lifetime';
import { createLists, createRouting, nameOf, organizationNamed } from './organizations';
import { followPages } from './pages';
import { previewRequest } from './preview';
import { createUrgency, type Urgency } from './priority';
import { serviceQueue } from './queue';
import { createReadCache } from './read-cache';
import { createRedactor } from './redactor';
import { inputProblems, onlyIdentifiers, type PreparedRequest, prepareRequest, priorityOf } from './request';
import { createRequestScheduler } from './request-scheduler';
import { createServiceClock } from './service-clock';
import { parseSettings } from './settings';
import { createTokenKindsOf } from './token-kinds';
import { createTokens } from './tokens';
import type { Transport } from './transport';
import { createWrites } from './writes';

/**
 * A client for one account. Throws `INVALID_INPUT` with every problem of the settings; nothing is sent before the
 * first call.
 */
export function createClient({
  settings,
  clock,
  random,
  onCall,
  environment = process.env,
  queue,
  transport,
}: ClientOptions): Client {
  const account = parseSettings(settings);
  const { replaced: _, ...others } = settings;
  const assumedAccount = parseSettings(others);
  const commands = queue ?? serviceQueue(clock, account.baseUrl);
  const redactor = createRedactor(account);
  const fail = redactor.createFail();
  const ownTransport =
    transport === undefined ? createGotTransport(account, environment) : borrowedTransport(transport);
  const lifetimes = createLifetimes(clock);
  const serviceClock = createServiceClock(clock);
  const spacingMs = account.commandSpacingMs;
  const writes = createWrites({ queue: commands, clock, spacingMs, ended: endedError });
  const scheduler = createRequestScheduler({ clock, random, budget: createCallBudget(account.callsPerMinute), fail });
  const runningCalls = new Set<Promise<unknown>>();
  let closed = false;

  const tokens = createTokens({
    credentials: {
      APP: account.credentials.APP,
      ...Object.fromEntries(account.organizations.map(({ holder, credential }) => [holder, credential])),
    },
    clock,
    random,
    serviceClock,
    fail,
    onToken: redactor.remember,
    request: (clientId, clientSecret, once, releaseWhile) => {
      const prepared = prepareRequest(account, 'token.create', { body: { clientId, clientSecret } });
      const { policy } = prepared;
      const request = once
        ? { ...prepared, policy: { ...policy, beforeSending: 0, afterSending: { ...policy.afterSending, retries: 0 } } }
        : prepared;
      const execution = { tokenKinds: [], releaseWhile, urgency: createUrgency(once ? 'open' : 'command') };
      return within(request, {}, async (lifetime) => (await execute(request, { ...execution, lifetime })).data);
    },
  });
  const execute = createExecute({
    sendOnce: createSendOnce({ transport: ownTransport.transport, account, clock }),
    clock,
    random,
    serviceClock,
    scheduler,
    createFail: redactor.createFail,
    ...defined({ onCall }),
    token: tokens.get,
    renew: tokens.renew,
  });
  const tokenKindsOf = createTokenKindsOf(account, fail);
  const afterWrite = createAfterWrite({ account, lifetimes, serviceClock, execute, tokenKindsOf });
  const devicePrefetch = createDevicePrefetch(clock);
  const readCache = createReadCache({ clock, prefetch: devicePrefetch, send: execute, ended: endedError });

  // An account with one organization has nothing to choose.
  const routing =
    account.organizations.length < 2
      ? undefined
      : createRouting({
          ...{ account, clock, lifetimes, fail, ended: endedError },
          read: (request, execution) => readCache.get(request, execution, 0),
        });

  const lists = createLists({ routing, send, tokenKindsOf, fail });

  function endedError(request: PreparedRequest, lifetime: Lifetime): ClientError {
    return lifetime.ended() === 'deadline'
      ? fail('TIMEOUT', `${request.operation}: no answer in time`, request.detail)
      : fail('CLOSED', `${request.operation}: the call was cancelled`, request.detail);
  }

  /** Runs `task` within the deadline of the request's policy. */
  async function within<T>(
    request: PreparedRequest,
    { deadlineMs = Number.POSITIVE_INFINITY, signal }: CallOptions,
    task: (lifetime: Lifetime) => Promise<T>,
  ): Promise<T> {
    const lifetime = lifetimes.begin({ deadlineMs: Math.min(deadlineMs, request.policy.deadlineMs), signal });
    const done = task(lifetime);
    runningCalls.add(done);
    try {
      return await done;
    } finally {
      runningCalls.delete(done);
      lifetime.dispose();
    }
  }

  function throwIfInvalid(
    id: OperationId,
    input: unknown,
    { asWritten = false }: Pick<CallOptions, 'asWritten'> = {},
  ): void {
    if (closed) throw fail('CLOSED', `${id}: the client is closed`, { operation: id });
    if (!isOperationId(id)) {
      const validations = [{ field: 'operation', rule: 'enum', message: 'is not an operation' }];
      throw fail('INVALID_INPUT', `${String(id)} is not an operation`, { validations });
    }
    const wrong = inputProblems(id, input, asWritten);
    if (wrong.length === 0) return;
    const code = onlyIdentifiers(id, wrong) ? 'INVALID_ID' : 'INVALID_INPUT';
    const fields = wrong.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');
    throw fail(code, `${id}: ${fields}`, { operation: id, validations: wrong });
  }

  function prepare(id: OperationId, input: unknown, { asWritten, asAssumed }: CallOptions): PreparedRequest {
    return prepareRequest(asAssumed === true ? assumedAccount : account, id, input, asWritten);
  }

  async function send(request: PreparedRequest, options: CallOptions): Promise<Result> {
    // Also where the account has one organization: it may have had another one before.
    if (options.organization !== undefined) organizationNamed(account.organizations, options.organization, fail);
    const tokenKinds = tokenKindsOf(request, options.token);
    const urgency = createUrgency(priorityOf(request, options.priority));
    const execution = {
      tokenKinds,
      urgency,
      ...defined({ releaseWhile: options.releaseWhile, onAnswer: options.onAnswer }),
    };
    if (request.method === 'GET' && tokenKinds.length > 0)
      return within(request, options, (lifetime) => readRouted(request, options, { ...execution, urgency, lifetime }));
    return within(request, options, (lifetime) => {
      const route = routing?.route(request, options, { tokenKinds, urgency, lifetime });
      const task = () => write(request, options, { ...execution, lifetime, ...defined({ holderOf: route?.holderOf }) });
      return route === undefined ? task() : route.run(task);
    });
  }

  async function readRouted(
    request: PreparedRequest,
    options: CallOptions,
    execution: Execution & { readonly urgency: Urgency },
  ): Promise<Result> {
    const read = async (routed: Partial<Execution> = {}): Promise<Result> => ({
      ...(await readCache.get(request, { ...execution, ...routed }, options.maxAgeMs ?? 0)),
      settledBy: 'answer',
    });
    const route = routing?.route(request, options, execution);
    if (route === undefined) return read();
    const { holderOf } = route;
    const [kind] = execution.tokenKinds;
    // Whose read it is must be known before equal reads are shared.
    return route.run(async () => read(kind === 'ORG' ? { holderOf, askedOf: await holderOf(kind) } : { holderOf }));
  }

  async function write(request: PreparedRequest, options: CallOptions, execution: Execution): Promise<Result> {
    const turn = await writes.turnOf(request, options, execution.lifetime);
    try {
      return await execute(request, {
        ...execution,
        ...defined({ expiresAtMs: options.expiresAtMs, recheck: options.recheck, permit: turn.permit }),
        ...afterWrite(request, options, execution),
      });
    } finally {
      readCache.invalidate(request.deviceId);
      turn.leave();
    }
  }

  async function* pages<Id extends ListOperationId>(
    id: Id,
    input: InputOf<Id>,
    options: CallOptions = {},
  ): AsyncGenerator<PageOf<Id>, void, undefined> {
    throwIfInvalid(id, input, options);
    const request = prepare(id, input, options);
    yield* lists.pages<PageOf<Id>>(request, options, (read) => followPages<Id>(request, read, fail));
  }

  return {
    queue: commands,
    enter: writes.enter,
    pages,

    async call<Id extends OperationId>(id: Id, input: InputOf<Id>, options: CallOptions = {}): Promise<Reply<Id>> {
      throwIfInvalid(id, input, options);
      const request = prepare(id, input, options);
      const { holder, data, page, statusCode, receivedAt, receivedAtMs, settledBy } = await lists.call(
        request,
        options,
      );
      const organization = account.organizations.filter((one) => one.holder === holder).map(nameOf)[0];
      return {
        data: data as AnswerOf<Id>,
        ...defined({ page, organization }),
        statusCode,
        receivedAt,
        receivedAtMs,
        settledBy,
      };
    },

    async list(id, input, options) {
      const all: ItemOf<typeof id>[] = [];
      for await (const { items } of pages(id, input, options)) all.push(...items);
      return all;
    },

    async prefetchDevices(deviceIds, { deadlineMs = Number.POSITIVE_INFINITY, ...options } = {}) {
      throwIfInvalid('devices.list', {});
      const endMs = clock.now() + deadlineMs;
      const request = prepareRequest(account, 'devices.list', {});
      const pages = lists.pages<PageOf<'devices.list'>>(
        request,
        // What one organization does not tell is read as usual.
        { ...options, token: 'ORG', onUnread() {} },
        (read) => followPages(request, read, fail),
        () => ({ deadlineMs: Math.max(1, endMs - clock.now()) }),
      );
      await devicePrefetch.read(deviceIds, pages);
    },

    check: (id, input) => throwIfInvalid(id, input),

    preview(id, input, options = {}) {
      throwIfInvalid(id, input, options);
      return previewRequest(account, id, input, options.asWritten);
    },

    async authenticate(kind, { force = false, signal, organization } = {}) {
      if (closed) throw fail('CLOSED', 'the client is closed');
      const request = prepareRequest(account, 'token.create', { body: {} });
      const holder =
        kind === 'ORG' && organization !== undefined
          ? organizationNamed(account.organizations, organization, fail).holder
          : kind;
      const { expiresAt, secret } = await within(request, signal === undefined ? {} : { signal }, (lifetime) =>
        force ? tokens.force(holder, lifetime) : tokens.get(holder, lifetime),
      );
      return { expiresAt, secret };
    },

    organizations: account.organizations.map(nameOf),

    async organizationOf(deviceId, { signal } = {}) {
      throwIfInvalid('devices.get', { path: { deviceId } });
      if (routing === undefined) return account.organizations.map(nameOf)[0];
      const request = prepareRequest(account, 'devices.get', { path: { deviceId } });
      return nameOf(await within(request, defined({ signal }), (lifetime) => routing.ownerOf(deviceId, lifetime)));
    },

    clockSkewMs: serviceClock.skewMs,

    usage: scheduler.usage,

    async close() {
      closed = true;
      lifetimes.close();
      ownTransport.close();
      await Promise.allSettled(runningCalls);
    },
  };
}

/** A transport that the client has not created: its owner closes it. */
function borrowedTransport(transport: Transport): OwnTransport {
  return { transport, close() {} };
}
