import { type InputOf, rowOf } from '../catalog';
import { type CallOptions, ClientError, type ErrorCode, type RawAnswer, type Reply } from '../client';
import { defined } from '../object';
import { compareAnswer } from './compare-answer';
import { compareError } from './compare-error';
import type { Difference } from './difference';
import { offeredSettings } from './offered-settings';
import { type Read, type ReadOperationId, readOrder, reads } from './reads';
import { counted, type ProbedOperation, type ProbeReport, type ProbeResult } from './report';
import { createSeen } from './seen';

export interface ProbeOptions {
  /** Sends one read; `Client.call`, with the priority of polls where an account's budget is to be kept. */
  readonly call: <Id extends ReadOperationId>(
    id: Id,
    input: InputOf<Id>,
    options: Pick<CallOptions, 'signal' | 'onAnswer'>,
  ) => Promise<Reply<Id>>;
  readonly nowMs: () => number;
}

export interface Probe {
  /**
   * Reads until every operation was tried, `signal` ends, or the service cannot be read. What was tried is not tried again: a
   * later call goes on where this one ended. Never rejects for what the service does.
   */
  run(signal: AbortSignal): Promise<void>;
  report(): ProbeReport;
}

/** What is known of one operation. */
interface Tried {
  readonly result: Exclude<ProbeResult, 'waiting'>;
  readonly answers: number;
  readonly differences: readonly Difference[];
  readonly code?: ErrorCode;
  readonly statusCode?: number;
}

/** Nothing is learned by going on after these: the account cannot be read now. */
const stopping: ReadonlySet<ErrorCode> = new Set([
  'NETWORK',
  'TIMEOUT',
  'RATE_LIMITED',
  'RATE_LIMITED_LOCALLY',
  'CLOSED',
]);

/** An id that no service has given away. */
const unknownId = '00000000-0000-4000-8000-000000000000';

/** Reads that ask for what does not exist, for the form of errors. spec 7.1 */
const unknownInputs: { readonly [Id in ReadOperationId]?: InputOf<Id> } = {
  'devices.get': { path: { deviceId: unknownId } },
  'locations.get': { path: { locationId: unknownId } },
};

/** Ends the run: the operation stays untried. */
class Stopped extends Error {
  constructor(readonly code: ErrorCode) {
    super(code);
  }
}

/**
 * Reads every operation that changes nothing once or twice, and compares each answer with the catalog.
 *
 * @example
 * const probe = createProbe({ call: client.call, nowMs: Date.now });
 * await probe.run(AbortSignal.timeout(600_000));
 * console.log(JSON.stringify(probe.report()));
 */
export function createProbe({ call, nowMs }: ProbeOptions): Probe {
  const seen = createSeen();
  const tried = new Map<ReadOperationId, Tried>();
  let stopped: ErrorCode | undefined;

  async function tryOperation<Id extends ReadOperationId>(id: Id, signal: AbortSignal): Promise<Tried> {
    const inputs = (reads[id] as Read<Id>).inputs(seen, nowMs());
    const differences: Difference[] = [];
    let answers = 0;
    let refusal: ClientError | undefined;
    for (const input of inputs) {
      const { raw, reply, error } = await readOnce(id, input, signal);
      if (reply !== undefined) keep(id, input as { path?: Record<string, string> }, reply.data);
      if (raw !== undefined && raw.statusCode < 300) {
        answers += 1;
        differences.push(...compareAnswer(rowOf(id), raw));
      } else refusal ??= error;
    }
    differences.push(...(await errorDifferences(id, signal)));
    const found = answers > 0 || differences.length > 0;
    return {
      result: found ? (differences.length > 0 ? 'differs' : 'agrees') : refusal === undefined ? 'nothing' : 'refused',
      answers,
      differences,
      ...defined({ code: refusal?.code, statusCode: refusal?.cause.statusCode }),
    };
  }

  function keep(id: ReadOperationId, input: { readonly path?: Readonly<Record<string, string>> }, data: unknown): void {
    seen.keep(id, data, input.path ?? {});
  }

  async function errorDifferences<Id extends ReadOperationId>(id: Id, signal: AbortSignal): Promise<Difference[]> {
    const input = unknownInputs[id] as InputOf<Id> | undefined;
    if (input === undefined) return [];
    const { raw } = await readOnce(id, input, signal);
    return raw === undefined || raw.statusCode === 401 || raw.statusCode === 403 ? [] : compareError(raw);
  }

  async function readOnce<Id extends ReadOperationId>(
    id: Id,
    input: InputOf<Id>,
    signal: AbortSignal,
  ): Promise<{ raw?: RawAnswer; reply?: Reply<Id>; error?: ClientError }> {
    let raw: RawAnswer | undefined;
    const onAnswer = (answer: RawAnswer) => {
      raw = answer;
    };
    try {
      let reply = await call(id, input, { signal, onAnswer });
      // It was the answer to another caller of the same read, of which only the reply is known.
      if (raw === undefined) reply = await call(id, input, { signal, onAnswer });
      return { ...defined({ raw }), reply };
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (stopping.has(error.code)) throw new Stopped(error.code);
      return { ...defined({ raw }), error };
    }
  }

  function operationReport(operation: ReadOperationId): ProbedOperation {
    const known = tried.get(operation);
    if (known === undefined) return { operation, result: 'waiting', answers: 0, differences: [], settings: [] };
    const { differences, ...rest } = known;
    return { operation, ...rest, differences: counted(differences), settings: offeredSettings(operation, known) };
  }

  return {
    async run(signal) {
      stopped = undefined;
      try {
        for (const id of readOrder)
          if (!tried.has(id)) {
            if (signal.aborted) return;
            tried.set(id, await tryOperation(id, signal));
          }
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
        if (!signal.aborted) stopped = error.code;
      }
    },
    report: () => ({
      format: 'breakerflow-contract-report',
      version: 1,
      finished: tried.size === readOrder.length,
      ...defined({ stopped }),
      operations: readOrder.map(operationReport),
    }),
  };
}
