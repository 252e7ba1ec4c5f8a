import assert from 'node:assert/strict';
import { type InputOf, type OperationId, type RetryPolicy, rowOf } from '../../src/catalog';
import { ClientError } from '../../src/client';
import { credentials, type ServiceUnderTest } from '../spec/conformance/service-under-test';
import { asNeighbour, operationInputs } from '../support/operation-inputs';
import { turned } from '../support/turn-clock';
import type { FaultKind } from './fault-kinds';
import { startFaultyProxy } from './faulty-proxy';

export interface Attempt {
  readonly id: OperationId;
  readonly input: unknown;
}

export function attempt<Id extends OperationId>(id: Id, input: InputOf<Id> = operationInputs[id]): Attempt {
  return { id, input };
}

/** How a call ended that met a fault. */
export interface Ending {
  /** `done`, or the code of the error. */
  readonly outcome: string;
  readonly arrived: number;
  readonly executed: number;
  readonly strays: number;
  readonly tookMs: number;
}

const afterDeadlineMs = 5_000;

export function routeOf({ id, input }: Attempt): string {
  const { path = {} } = input as { path?: Readonly<Record<string, string>> };
  const row = rowOf(id);
  return `${row.method} ${row.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')}`;
}

/** Calls once through a proxy at which so many requests of the operation meet the fault. */
export async function meetFault(
  { clock, settings, clientOf }: ServiceUnderTest,
  call: Attempt,
  { fault, holds, harmless }: FaultKind,
  times: number,
): Promise<Ending> {
  const proxy = await startFaultyProxy(new URL(settings.baseUrl).origin);
  try {
    const organization = asNeighbour.has(call.id) ? credentials.neighbour : credentials.organization;
    const client = clientOf({ ...settings, organization, baseUrl: proxy.origin, responseTimeoutMs: 2_000 });
    // The way to the token is not what is tried here.
    if (call.id !== 'token.create')
      for (const kind of rowOf(call.id).token.slice(0, 1)) await turned(clock, client.authenticate(kind));
    const route = routeOf(call);
    proxy.fault(route, fault, times);
    const startedAt = clock.now();
    const sent = client.call(call.id, call.input as InputOf<OperationId>);
    // Unpacking on another thread is nothing that a manual clock can wait for, and needs no clock.
    const ended = harmless ? sent : turned(clock, sent, { held: holds ? 2 : 0 });
    const outcome = await ended.then(
      () => 'done',
      (error: unknown) => {
        assert(error instanceof ClientError, String(error));
        return error.code;
      },
    );
    return { outcome, ...proxy.count(route), strays: proxy.strays(), tookMs: clock.now() - startedAt };
  } finally {
    await proxy.close();
  }
}

/** What must hold of every ending, whatever the fault. */
export function assertHonest(
  { outcome, executed, strays, tookMs }: Ending,
  policy: RetryPolicy,
  effectFree: boolean,
): void {
  const { then, retries } = policy.afterSending;
  assert(executed <= (then === 'retry' ? 1 + retries : 1), `carried out ${executed} times`);
  if (outcome === 'done') assert(executed >= 1, 'said to be done, and was not');
  else if (!effectFree && outcome !== 'UNKNOWN_OUTCOME')
    assert.equal(executed, 0, `${outcome}, but it was carried out`);
  assert.equal(strays, 0, 'a redirect was followed');
  assert(tookMs <= policy.deadlineMs + afterDeadlineMs, `took ${tookMs} ms`);
}
