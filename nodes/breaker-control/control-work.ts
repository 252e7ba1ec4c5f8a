import type { Client, ReleaseWhile } from '../../src/client';
import type { Clock } from '../../src/clock';
import {
  type BreakerOperator,
  type BreakerRequest,
  type BreakerResult,
  enterLock,
  readCircuitState,
  unlock,
} from '../../src/control';
import { defined } from '../../src/object';
import type { Account } from '../../src/runtime';
import type { ControlRequest } from './control-request';

type Row = Record<string, unknown>;
type Run = (releaseWhile: ReleaseWhile) => Promise<Row>;

interface ControlWork {
  readonly account: Account;
  readonly client: Client;
  readonly operator: BreakerOperator;
  readonly clock: Clock;
  readonly request: Exclude<ControlRequest, { readonly kind: 'scene' }>;
  /** What all commands of the message share. */
  readonly shared: Omit<BreakerRequest, 'command' | 'deviceId' | 'secondsUntilReset'>;
  readonly signal: AbortSignal;
  /** Called with the result of each command. */
  readonly onResult: (result: BreakerResult) => void;
}

/** The work on one device: queued synchronously, in the order of the devices, and run as the limit on devices at once allows. */
export function createControlWork(work: ControlWork): (deviceId: string) => Run {
  const { client, operator, clock, request, shared, signal, onResult } = work;
  const { context } = work.account;
  const reported = (result: BreakerResult): BreakerResult => {
    onResult(result);
    return result;
  };
  return (deviceId) => {
    const path = { deviceId };
    switch (request.kind) {
      case 'setPosition': {
        const { kind: _, reason: __, ...command } = request;
        const entered = operator.enter({ ...shared, ...command, deviceId });
        return async (releaseWhile) => withState(work, reported(await entered.run(releaseWhile)), releaseWhile);
      }
      case 'cancelTimer': {
        const entered = operator.enterCancelTimer({ ...shared, deviceId });
        return async (releaseWhile) => ({ ...(await entered.run(releaseWhile)) });
      }
      case 'lock': {
        const entered = enterLock({ context, operator, clock }, { ...shared, deviceId, by: byOf(work) });
        return async (releaseWhile) => {
          const result = await entered.run(releaseWhile);
          onResult(result);
          return { ...result };
        };
      }
      case 'unlock':
        return async () => ({
          ...unlock({ context, clock }, { deviceId, by: byOf(work), ...defined({ asker: shared.asker }) }),
        });
      case 'readTimer':
        return async () => ({
          deviceId,
          ...(await client.call('remoteHandle.getSecondsUntilReset', { path }, { signal })).data,
        });
      case 'readPosition':
        return async (releaseWhile) => ({
          deviceId,
          ...(await readCircuitState(client, deviceId, { clock, signal, releaseWhile })),
          at: clock.now(),
        });
    }
  };
}

/** Adds the state of the circuit to a result: a remote handle that reads closed does not mean that the circuit is live. */
export async function withState(
  { client, clock, signal }: Pick<ControlWork, 'client' | 'clock' | 'signal'>,
  result: BreakerResult,
  releaseWhile?: ReleaseWhile,
): Promise<Row> {
  const { deviceId, outcome, position } = result;
  if (outcome !== 'confirmed' || position === undefined || signal.aborted) return { ...result };
  // An open handle alone says that the circuit is off.
  if (position === 'open') return { ...result, state: 'off', energised: false };
  try {
    const { state, energised, mainHandle, since } = await readCircuitState(client, deviceId, {
      clock,
      signal,
      position,
      ...defined({ releaseWhile }),
    });
    return {
      ...result,
      state,
      mainHandle,
      ...defined({ energised, since }),
    };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ...result };
  }
}

function byOf({ request, shared }: ControlWork): string {
  return ('by' in request ? request.by : undefined) ?? shared.asker?.node ?? 'Node-RED';
}
