import type { InputOf, OperationId } from '../../catalog';
import type { CallOptions, Client, RequestPreview } from '../../client';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { problem } from '../../schema';
import { type BatchOperator, createBatchOperator } from '../batch/batch';
import type { BreakerOperator } from '../breaker/breaker';
import type { ChargerOperator } from '../charger/charger';
import { parseChargerChange } from '../charger/input';
import { createCallInterlocks, type OwnSecrets } from '../interlocks/call';
import { callRefusal } from '../interlocks/refusal';
import { isDryRun, type SafetySettings } from '../interlocks/safety';
import type { KeyOperator } from '../keys/udp-keys';
import type { OperatorContext } from '../write/operator-context';
import { signalPart } from '../write/write-request';
import { asWrittenRefused, effectOf, isSentAsWritten } from './operation-effects';
import type { CallRequest, CallResult } from './request';

/** Calls any operation of the catalog within the account's safety settings. */
export interface CallOperator {
  call(request: CallRequest): Promise<CallResult>;
}

interface CallDependencies {
  readonly client: Client;
  readonly clock: Clock;
  readonly safety: SafetySettings;
  readonly breaker: BreakerOperator;
  readonly charger: ChargerOperator;
  readonly keys: KeyOperator;
  /** The service accounts that this account itself uses. */
  readonly ownSecrets: readonly OwnSecrets[];
  readonly context: OperatorContext;
}

export function createCallOperator(dependencies: CallDependencies): CallOperator {
  const { client, clock, safety, breaker, charger, keys, context } = dependencies;
  const batch: BatchOperator = createBatchOperator(client, clock, safety, context);
  const interlocks = createCallInterlocks(dependencies);

  const inputOf = <Id extends OperationId>(_: Id, request: CallRequest) => request.input as InputOf<Id>;

  async function send(request: CallRequest, options: CallOptions): Promise<CallResult> {
    const { operation, asWritten = false } = request;
    const reply = await client.call(operation, inputOf(operation, request), { ...options, asWritten });
    return {
      operation,
      ...(effectOf(operation) === 'read' ? {} : { outcome: reply.settledBy === 'answer' ? 'accepted' : 'confirmed' }),
      ...defined({ data: reply.data, page: reply.page }),
      statusCode: reply.statusCode,
      at: reply.receivedAt,
    };
  }

  function dryRun({ operation, input, asWritten = false }: CallRequest): CallResult {
    const request = client.preview(operation, input as InputOf<OperationId>, { asWritten });
    return { operation, outcome: 'dry-run', at: clock.now(), request };
  }

  async function callOnDevice(request: CallRequest): Promise<CallResult> {
    const expiresAtMs = interlocks.checkAge(request);
    await interlocks.checkDevices(request);
    if (isDryRun(request, safety)) return dryRun(request);
    interlocks.checkPace(request);
    return send(request, { ...signalPart(request.signal), expiresAtMs });
  }

  async function setPosition(request: CallRequest): Promise<CallResult> {
    const { path, body } = inputOf('remoteHandle.setPosition', request);
    const { confirm, ...shared } = request;
    const result = await breaker.operate({
      ...shared,
      ...body,
      deviceId: path.deviceId,
      confirmed: confirm === true,
      confirmClose: true,
    });
    return resultOf(request, result);
  }

  async function changeCharger(request: CallRequest): Promise<CallResult> {
    const { path, body } = inputOf('evse.updateConfiguration', request);
    const parsed = parseChargerChange(path.deviceId, body, false);
    if ('problems' in parsed) throw callRefusal(request.operation, 'INVALID_INPUT', parsed.problems);
    return resultOf(request, await charger.change({ ...request, deviceId: path.deviceId, change: parsed.change }));
  }

  async function createBatch(request: CallRequest): Promise<CallResult> {
    const { body } = request.input as { readonly body: unknown };
    const confirmed = request.confirm === true;
    return resultOf(request, await batch.create(body, { ...request, confirmed, confirmClose: true, picked: false }));
  }

  async function cancelBatch(request: CallRequest): Promise<CallResult> {
    const { path } = inputOf('batchCommands.cancel', request);
    return resultOf(request, await batch.cancel(path.id, { dryRun: request.dryRun, ...signalPart(request.signal) }));
  }

  async function removeKey(request: CallRequest): Promise<CallResult> {
    const { operation, confirm } = request;
    const { path } = inputOf('udpKeys.delete', request);
    // The result leaves out the deleted key, which contains a secret.
    const { outcome, at, requests = [] } = await keys.remove(request, path.keyId, confirm);
    const [preview] = requests;
    return { operation, outcome, at, ...defined({ request: preview }) };
  }

  /** The operator's result becomes the data; a dry run shows its request instead. */
  function resultOf({ operation }: CallRequest, result: OperatorResult): CallResult {
    const { outcome, at, request, ...rest } = result;
    return { operation, outcome, at, ...(request === undefined ? { data: { outcome, at, ...rest } } : { request }) };
  }

  return {
    async call(request) {
      const { operation } = request;
      const { asWritten = false } = request;
      if (asWritten && !isSentAsWritten(operation))
        throw callRefusal(operation, 'INVALID_INPUT', [problem('', 'asWritten', asWrittenRefused)]);
      // Throws with every problem before anything is read or sent.
      if (operation !== 'evse.updateConfiguration')
        client.preview(operation, inputOf(operation, request), { asWritten });
      const effect = effectOf(operation);
      if (effect === 'read') return send(request, signalPart(request.signal));
      interlocks.checkConfirmed(request);
      switch (effect) {
        case 'breaker':
          return setPosition(request);
        case 'charger':
          return changeCharger(request);
        case 'batch':
          return createBatch(request);
        case 'batch-cancel':
          return cancelBatch(request);
        case 'key-removal':
          return removeKey(request);
        case 'device':
          return callOnDevice(request);
        case 'record':
          if (isDryRun(request, safety)) return dryRun(request);
          await interlocks.checkRotation(request);
          return send(request, signalPart(request.signal));
      }
    },
  };
}

interface OperatorResult {
  readonly outcome: string;
  readonly at: number;
  readonly request?: RequestPreview;
}
