import { ClientError } from '../../src/client';
import { type Clock, sleep } from '../../src/clock';
import type { MessageIntake } from '../../src/receiver';
import { type Account, type InputRun, invalidInput, type Message, resolveDevices } from '../../src/runtime';
import { problem } from '../../src/schema';
import type { StreamRegistration } from './stream-registration';

interface StreamInputDependencies {
  readonly clock: Clock;
  readonly intake: () => Promise<MessageIntake>;
  /** Undefined if the receiver does not register a stream. */
  readonly registration: StreamRegistration | undefined;
  /** The account of that registration. */
  readonly account: Account | undefined;
  /** Sends the result of `attach` and `detach`. */
  readonly report: (run: InputRun, msg: Message) => void;
  /** A publish is delayed: the store does not respond, or flows are being deployed. */
  readonly onDelayed: (error: unknown) => void;
}

/** Unlike the service, the sender of a message does not retry, so this node does. */
const retryMs = 250;

/**
 * Handles a message to a stream receiver. With `msg.command` `attach` or `detach`, the payload has the devices; without a
 * command it is a publish that was received elsewhere, or a list of them.
 */
export function createStreamInput(
  dependencies: StreamInputDependencies,
): (msg: Message, run: InputRun) => Promise<void> {
  return async (msg, run) => {
    const { command } = msg;
    if (command === undefined) await feed(msg, run, dependencies);
    else if (command === 'attach' || command === 'detach') await change(command, msg, run, dependencies);
    else throw invalidInput('unknown command', [problem('command', 'choice', 'must be attach or detach')]);
  };
}

async function feed({ payload }: Message, { signal }: InputRun, dependencies: StreamInputDependencies): Promise<void> {
  const intake = await dependencies.intake();
  async function intakeWithRetry(body: Buffer) {
    for (;;)
      try {
        return await intake(body);
      } catch (error) {
        dependencies.onDelayed(error);
        await sleep(dependencies.clock, retryMs, signal);
      }
  }
  for (const publish of Array.isArray(payload) ? payload : [payload]) {
    const result = await intakeWithRetry(bodyOf(publish));
    if (typeof result === 'object') {
      const field = 'field' in result ? `payload.${result.field}` : 'payload';
      throw invalidInput('not a publish', [problem(field, result.reason, `is not a publish: ${result.reason}`)]);
    }
    if (result === 'reused') throw new ClientError('CONFLICT', 'this transactionId was used with another content', {});
  }
}

function bodyOf(publish: unknown): Buffer {
  if (Buffer.isBuffer(publish)) return publish;
  if (typeof publish === 'string') return Buffer.from(publish, 'utf8');
  try {
    return Buffer.from(JSON.stringify(publish) ?? '', 'utf8');
  } catch {
    // A circular structure, or a bigint.
    throw invalidInput('not a publish', [problem('payload', 'not-json', 'is not a publish: not-json')]);
  }
}

async function change(
  command: 'attach' | 'detach',
  msg: Message,
  run: InputRun,
  { account, registration, report }: StreamInputDependencies,
): Promise<void> {
  if (registration === undefined || account === undefined)
    throw invalidInput('nothing is registered', [problem('register', 'required', 'must be on for attach and detach')]);
  const named = namedIn(msg.payload);
  if (named.length === 0)
    throw invalidInput('no device', [
      problem('payload', 'required', 'must be a device id, a list of them, or have one'),
    ]);
  const { circuits, signal } = run;
  const fieldOf = (index: number) => `payload[${index}]`;
  const deviceIds = await resolveDevices(account, named, { circuits, signal, fieldOf });
  const results: object[] = [];
  const failures: unknown[] = [];
  for (const deviceId of deviceIds)
    try {
      results.push({ deviceId, ...(await registration[command](deviceId, run.signal)) });
    } catch (error) {
      if (run.signal.aborted || !(error instanceof ClientError)) throw error;
      failures.push(error);
      results.push({ deviceId, error: { code: error.code, message: error.message } });
    }
  if (failures.length === deviceIds.length) throw failures[0];
  const [only] = results;
  Object.assign(msg, { deviceId: deviceIds[0], payload: deviceIds.length === 1 ? only : { results } });
  report(run, msg);
}

/** Accepts a device id, serial number or name, an object with an id, such as the event of a new device, or a list of them. */
function namedIn(payload: unknown): string[] {
  const all = Array.isArray(payload) ? payload : [payload];
  return all.flatMap((one) => {
    const id = typeof one === 'object' && one !== null ? (one as { deviceId?: unknown }).deviceId : one;
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}
