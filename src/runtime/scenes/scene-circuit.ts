import { type Client, ClientError, normalizePosition } from '../../client';
import type { Clock } from '../../clock';
import { type CircuitRecord, createProtection, type OperatorContext, readCircuitState, refusal } from '../../control';
import { defined } from '../../object';
import {
  decideRestore,
  decideSet,
  lastMovedAt,
  type RememberedCircuit,
  type RestoreDecision,
  type RestoreFacts,
  type SceneMovement,
  type ScenePosition,
  type SetDecision,
} from '../../scene';
import type { Account } from '..';

/** How old a read of a device's load may be; the interlocks read it as well, so that it costs nothing. */
const deviceMaxAgeMs = 300_000;
/** Movements that are read; a circuit with more since its scene was set was operated by others anyway. */
const historyLimit = 50;
const readDeadlineMs = 10_000;

/** Reads circuits for scenes. Nothing here sends a command. */
export interface SceneReads {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

interface Looking extends SceneReads {
  readonly deviceId: string;
}

/** A decision, and the circuit as it was read for it. */
type Look<Decision> = Decision & { readonly circuit?: CircuitRecord };

/** Whether setting a scene commands a circuit; reads its position where that decides. Rejects where it cannot. */
export async function lookBeforeSet(
  looking: Looking,
  to: ScenePosition,
  remembered: RememberedCircuit | undefined,
): Promise<Look<SetDecision>> {
  const early = decideSet(to, remembered);
  if (early !== undefined) return early;
  const circuit = await readCircuit(looking);
  return { ...(decideSet(to, remembered, circuit) ?? { do: 'fail' }), circuit };
}

/** Whether restoring a scene commands a circuit; reads its position and history where they decide. */
export async function lookBeforeRestore(
  looking: Looking,
  { service, locks, record }: Pick<OperatorContext, 'service' | 'locks' | 'record'>,
  remembered: RememberedCircuit,
): Promise<Look<RestoreDecision>> {
  const { deviceId } = remembered;
  const facts: RestoreFacts = {
    locked: locks.lockedBy({ service, deviceId }) !== undefined,
    ...defined({ newestCommand: record.lastExecuted(service, deviceId)?.sequence }),
  };
  const early = decideRestore(remembered, facts);
  if (typeof early !== 'string') return early;
  const circuit = await readCircuit(looking);
  const read = decideRestore(remembered, { ...facts, reading: circuit });
  if (typeof read !== 'string') return { ...read, circuit };
  const movements = await readMovements(looking);
  const decided = decideRestore(remembered, { ...facts, reading: circuit, movements });
  return { ...(typeof decided === 'string' ? { do: 'fail' } : decided), circuit };
}

/**
 * When the handle of a circuit moved last, by the service's history; undefined where that cannot be read, and then a person is
 * asked before the circuit is restored.
 */
export async function handleMovedAt(looking: Looking): Promise<number | undefined> {
  try {
    return lastMovedAt(await readMovements(looking));
  } catch (error) {
    if (!(error instanceof ClientError) || looking.signal?.aborted) throw error;
    return undefined;
  }
}

/** Why protected devices are left out, by id; a device whose load cannot be read is refused later by the interlocks. */
export async function protectedAmong(
  { client, signal }: SceneReads,
  { safety }: Pick<Account, 'safety'>,
  deviceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const protection = createProtection(safety);
  if (protection.isEmpty()) return new Set();
  const loadOf = async (deviceId: string) => {
    const options = { maxAgeMs: deviceMaxAgeMs, deadlineMs: readDeadlineMs, ...defined({ signal }) };
    return (await client.call('devices.get', { path: { deviceId } }, options)).data.loadDetails?.type;
  };
  const found = await Promise.all(
    deviceIds.map(async (deviceId) => {
      try {
        return (await protection.reason(deviceId, loadOf)) === undefined ? [] : [deviceId];
      } catch (error) {
        if (!(error instanceof ClientError) || signal?.aborted) throw error;
        return [];
      }
    }),
  );
  return new Set(found.flat());
}

const readId = 'remoteHandle.getPosition';

/** The error of a circuit whose position is not known. */
export function cannotBeRead(deviceId: string, circuit: CircuitRecord | undefined): ClientError {
  return circuit?.state === 'no-connection'
    ? refusal('DEVICE_OFFLINE', deviceId, 'cannot be read: it has no connection', { kind: 'noConnection' }, readId)
    : refusal(
        'BAD_RESPONSE',
        deviceId,
        'cannot be read: its position is not known',
        { kind: 'positionUnknown' },
        readId,
      );
}

function readCircuit({ client, clock, deviceId, signal }: Looking): Promise<CircuitRecord> {
  return readCircuitState(client, deviceId, {
    clock,
    deadlineMs: readDeadlineMs,
    ...defined({ signal }),
  });
}

async function readMovements({ client, deviceId, signal }: Looking): Promise<SceneMovement[]> {
  const { data } = await client.call(
    'eventHistory.remoteHandle',
    { filter: { deviceId }, page: { limit: historyLimit } },
    { deadlineMs: readDeadlineMs, ...defined({ signal }) },
  );
  return data.map(({ timestamp, handlePosition }) => {
    const at = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
    return { position: normalizePosition(handlePosition), ...(Number.isFinite(at) ? { at } : {}) };
  });
}
