import { ClientError } from '../../src/client';
import { type Clock, sleep } from '../../src/clock';
import type { MessageIntake } from '../../src/receiver';
import { type InputRun, invalidInput, type Message } from '../../src/runtime';
import { problem } from '../../src/schema';
import type { StreamRegistration } from './stream-registration';

interface StreamInputParts {
  readonly clock: Clock;
  readonly intake: () => Promise<MessageIntake>;
  /** Absent where the receiver does not register a stream. */
  readonly registration: StreamRegistration | undefined;
  /** The output for what `attach` and `detach` have done. */
  readonly report: (run: InputRun, msg: Message) => void;
  /** A publish could not be taken now: the store does not answer, or flows are being deployed. */
  readonly onDelayed: (error: unknown) => void;
}

/** Nobody sends a message again, as the service does with a push. */
const retryMs = 250;

/**
 * What a message makes a stream receiver do: `msg.command` `attach` or `detach` works on the devices in `msg.payload`;
 * without a command the payload is a publish that came by other means, or a list of them.
 */
export function createStreamInput(parts: StreamInputParts): (msg: Message, run: InputRun) => Promise<void> {
  return async (msg, run) => {
    const { command } = msg;
    if (command === undefined) await feed(msg, run, parts);
    else if (command === 'attach' || command === 'detach') await change(command, msg, run, parts);
    else throw invalidInput('unknown command', [problem('command', 'choice', 'must be attach or detach')]);
  };
}

async function feed({ payload }: Message, { signal }: InputRun, parts: StreamInputParts): Promise<void> {
  const take = await parts.intake();
  async function takeSometime(body: Buffer) {
    for (;;)
      try {
        return await take(body);
      } catch (error) {
        parts.onDelayed(error);
        await sleep(parts.clock, retryMs, signal);
      }
  }
  for (const publish of Array.isArray(payload) ? payload : [payload]) {
    const outcome = await takeSometime(bodyOf(publish));
    if (typeof outcome === 'object') {
      const field = 'field' in outcome ? `payload.${outcome.field}` : 'payload';
      throw invalidInput('not a publish', [problem(field, outcome.reason, `is not a publish: ${outcome.reason}`)]);
    }
    if (outcome === 'reused')
      throw new ClientError('CONFLICT', 'this transactionId came before with another content', {});
  }
}

function bodyOf(publish: unknown): Buffer {
  if (Buffer.isBuffer(publish)) return publish;
  if (typeof publish === 'string') return Buffer.from(publish, 'utf8');
  try {
    return Buffer.from(JSON.stringify(publish) ?? '', 'utf8');
  } catch {
    // A circle, or a value that JSON does not have.
    throw invalidInput('not a publish', [problem('payload', 'not-json', 'is not a publish: not-json')]);
  }
}

async function change(
  command: 'attach' | 'detach',
  msg: Message,
  run: InputRun,
  { registration, report }: StreamInputParts,
): Promise<void> {
  if (registration === undefined)
    throw invalidInput('nothing is registered', [problem('register', 'required', 'must be on for attach and detach')]);
  const deviceIds = deviceIdsOf(msg.payload);
  if (deviceIds.length === 0)
    throw invalidInput('no device', [
      problem('payload', 'required', 'must be a device id, a list of them, or have one'),
    ]);
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

/** A device id, a list of them, or an event that names one, such as that of a new device. */
function deviceIdsOf(payload: unknown): string[] {
  const all = Array.isArray(payload) ? payload : [payload];
  return all.flatMap((one) => {
    const id = typeof one === 'object' && one !== null ? (one as { deviceId?: unknown }).deviceId : one;
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}
