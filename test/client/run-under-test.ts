import assert from 'node:assert/strict';
import { type RetryPolicy, retryPolicies, rowOf, type TokenKind } from '../../src/catalog';
import { ClientError, type ErrorCode } from '../../src/client';
import { createCallBudget } from '../../src/client/call-budget';
import { createExecute, type ExecuteDependencies } from '../../src/client/execute';
import type { Execution, Result } from '../../src/client/execution';
import { createLifetimes, type Lifetime } from '../../src/client/lifetime';
import type { PreparedRequest } from '../../src/client/request';
import { createRequestScheduler } from '../../src/client/request-scheduler';
import { createServiceClock } from '../../src/client/service-clock';
import type { Token } from '../../src/client/tokens';
import type { Exchange, OutgoingRequest } from '../../src/client/transport';
import { createManualClock, type ManualClock } from '../../src/clock';
import { turned } from '../support/turn-clock';
import { failureOf } from './client-under-test';

export const token: Token = {
  value: 'a',
  expiresAt: 0,
  expiresAtMs: 0,
  renewAtMs: 0,
  secret: 'secret1',
  generation: 1,
};
export const reset: Exchange = { kind: 'failure', sent: true, why: 'network', detail: 'ECONNRESET' };
export const unsent: Exchange = { kind: 'failure', sent: false, why: 'network', detail: 'ECONNREFUSED' };

/** An answer of the service: data with 200, an error otherwise. */
export const answer = (statusCode: number, headers: Readonly<Record<string, string>> = {}): Exchange => ({
  kind: 'answer',
  statusCode,
  headers,
  text: statusCode === 200 ? '{"data":{"id":"a"}}' : '{"error":{"message":"no","validations":[]}}',
});

/** What went out, and how long after the start. */
export interface SentOut extends OutgoingRequest {
  readonly afterMs: number;
}

/** One request of the client, sent to nobody: the exchanges are given. */
export interface RunUnderTest {
  readonly clock: ManualClock;
  readonly lifetime: Lifetime;
  readonly out: SentOut[];
  sent(): number;
  /** Runs it, the clock turned as far as it takes. */
  run(how?: Partial<Execution>): Promise<Result>;
  /** The error that it ends with. */
  failure(how?: Partial<Execution>): Promise<ClientError>;
}

interface RunOptions extends Partial<ExecuteDependencies> {
  readonly policy?: RetryPolicy;
  readonly request?: Partial<PreparedRequest>;
  /** One after the other; a function is called when the request is sent. To send once more fails the test. */
  readonly exchanges?: readonly (Exchange | (() => Exchange | Promise<Exchange>))[];
  readonly tokenKinds?: readonly TokenKind[];
}

export function runUnderTest({
  policy = retryPolicies.update,
  request: changes = {},
  exchanges = [],
  tokenKinds = ['ORG'],
  ...dependencies
}: RunOptions = {}): RunUnderTest {
  const clock = createManualClock();
  const startedAt = clock.now();
  const lifetime = createLifetimes(clock).begin({ deadlineMs: 10_000 });
  const left = [...exchanges];
  const out: SentOut[] = [];
  const random = () => 0.5;
  const fail = (code: ErrorCode, message: string, detail = {}) => new ClientError(code, message, detail);
  const execute = createExecute({
    clock,
    random,
    serviceClock: createServiceClock(clock),
    scheduler: createRequestScheduler({ clock, random, budget: createCallBudget(300), fail }),
    createFail: () => fail,
    token: async () => token,
    renew: async () => token,
    async transport(request) {
      out.push({ ...request, afterMs: clock.now() - startedAt });
      const exchange = left.shift() ?? assert.fail('sent too often');
      return typeof exchange === 'function' ? exchange() : exchange;
    },
    ...dependencies,
  });
  const request = {
    operation: 'devices.get',
    row: rowOf('devices.get'),
    policy,
    method: 'GET',
    path: '/a',
    url: 'http://a/a',
    effectFree: false,
    detail: {},
    secrets: [],
    ...changes,
  } as unknown as PreparedRequest;
  const run: RunUnderTest['run'] = (how = {}) => turned(clock, execute(request, { lifetime, tokenKinds, ...how }));
  return { clock, lifetime, out, sent: () => out.length, run, failure: (how) => failureOf(run(how)) };
}

/** A failure of the client, as whoever gives tokens ends with it. */
export const noToken = (code: ErrorCode, detail = {}) => new ClientError(code, 'no token', detail);
