import { type OperationId, rowOf } from '../catalog';
import type { Client, ClientSettings } from '../client';
import { systemClock } from '../clock';
import {
  type CallResult,
  confirmationOf,
  createBreakerOperator,
  createCallOperator,
  createChargerOperator,
  createKeyOperator,
  effectOf,
  memoryContext,
  type OwnSecrets,
  type SafetySettings,
} from '../control';

/** An operation as the command line names it. */
export interface CommandLineCall {
  readonly operation: OperationId;
  readonly input: object;
  /** Without it, nothing that writes is sent. */
  readonly send: boolean;
  readonly confirm: string | undefined;
}

/** The rules of an account as it is new, and armed by `--send`. */
const safety: SafetySettings = {
  armed: true,
  protectedDevices: [],
  protectedLoads: [],
  maxDevices: 20,
  commandExpiryMs: 10_000,
  startMuteMs: 0,
};

const readBackMs = 15_000;

/**
 * Calls operations by the rules of the nodes: what cannot be undone and what deletes needs a confirmation, and so does closing a
 * breaker, as no program that has just begun knows that it opened it. Handle commands and chargers are read back.
 */
export function createCommandLineCaller(client: Client, settings: ClientSettings) {
  const clock = systemClock;
  const context = memoryContext(clock, settings.baseUrl);
  const operator = createCallOperator({
    client,
    clock,
    safety,
    context,
    breaker: createBreakerOperator(client, clock, safety, context),
    charger: createChargerOperator(client, clock, safety, context),
    keys: createKeyOperator(client, clock, safety, context),
    ownSecrets: secretsOf(settings),
  });
  return {
    /** Rejects with a `ClientError`; its words name `msg.confirm`. */
    call({ operation, input, send, confirm }: CommandLineCall): Promise<CallResult> {
      const confirmWrites = needsConfirmation(operation);
      const now = { receivedAt: clock.now(), receivedAtMs: clock.monotonicMs() };
      return operator.call({
        operation,
        input,
        // Nothing has to be confirmed to be shown.
        confirm: send ? confirmed(confirm) : confirmationOf({ operation, input, confirmWrites }),
        confirmWrites,
        ...now,
        startedAt: now.receivedAt,
        startedAtMs: now.receivedAtMs,
        retained: false,
        mute: false,
        dryRun: !send,
        readBackMs,
      });
    },
  };
}

/** Whether an operation deletes; keys are asked for by their own operator, where they are in use. */
export function needsConfirmation(operation: OperationId): boolean {
  return rowOf(operation).method === 'DELETE' && effectOf(operation) !== 'key-removal';
}

const confirmed = (value: string | undefined) => (value === 'true' ? true : value);

function secretsOf({ application, organization, organizations = [] }: ClientSettings): OwnSecrets[] {
  return [application, organization, ...organizations].flatMap((credential) =>
    credential === undefined
      ? []
      : [
          {
            clientId: credential.clientId,
            held: credential.secret2 === undefined ? ['secret1'] : ['secret1', 'secret2'],
          },
        ],
  );
}
