import { ClientError } from '../../src/client';
import { type Clock, sleep } from '../../src/clock';
import { type MessageIntake, readEventGrid } from '../../src/receiver';
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
  /** Publishes come in the events of Azure Event Grid. */
  readonly isEventGrid: boolean;
  /** Sends the answer to an HTTP request with events. */
  readonly answer: (run: InputRun, msg: Message) => void;
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
    if (command === undefined) await (dependencies.isEventGrid ? feedEvents : feed)(msg, run, dependencies);
    else if (command === 'attach' || command === 'detach') await change(command, msg, run, dependencies);
    else
      throw invalidInput('unknown command', [
        problem('command', 'enum', 'must be attach or detach', { values: 'attach, detach' }),
      ]);
  };
}

async function feed({ payload }: Message, { signal }: InputRun, dependencies: StreamInputDependencies): Promise<void> {
  const take = await createTake(signal, dependencies);
  for (const publish of Array.isArray(payload) ? payload : [payload]) await take(publish, 'payload');
}

/** Takes one publish; `path` is where the message has it. */
type Take = (publish: unknown, path: string) => Promise<void>;

async function createTake(signal: AbortSignal, dependencies: StreamInputDependencies): Promise<Take> {
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
  return async (publish, path) => {
    const result = await intakeWithRetry(bodyOf(publish, path));
    if (typeof result === 'object') {
      const field = 'field' in result ? `${path}.${result.field}` : path;
      throw invalidInput('not a publish', [
        problem(field, 'publish', `is not a publish: ${result.reason}`, { values: result.reason }),
      ]);
    }
    if (result === 'reused') throw new ClientError('CONFLICT', 'this transactionId was used with another content', {});
  };
}

/** Event Grid does not send again what was answered so, and sends again what was answered otherwise. */
const refusedStatus = 400;
const laterStatus = 503;

/**
 * Takes the publishes in the events of Azure Event Grid. A request is answered when all of them have been delivered: one that
 * is no publish holds up none of the others.
 */
async function feedEvents(msg: Message, run: InputRun, dependencies: StreamInputDependencies): Promise<void> {
  const reply = (statusCode: number, payload: object) => {
    if (msg.res !== undefined) dependencies.answer(run, { ...msg, statusCode, payload });
  };
  const events = readEventGrid(msg.payload);
  let refused: unknown;
  try {
    if (events === undefined)
      throw invalidInput('no event of Event Grid', [problem('payload', 'eventGrid', 'must be events of Event Grid')]);
    const take = await createTake(run.signal, dependencies);
    const isList = Array.isArray(msg.payload);
    for (const { index, body } of events.bodies)
      await take(body, `payload${isList ? `[${index}]` : ''}.data.body`).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        refused ??= error;
      });
  } catch (error) {
    reply(isRefusal(error) ? refusedStatus : laterStatus, {});
    throw error;
  }
  reply(
    refused === undefined ? 200 : refusedStatus,
    events.validationCode === undefined ? {} : { validationResponse: events.validationCode },
  );
  if (refused !== undefined) throw refused;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ClientError && (error.code === 'INVALID_INPUT' || error.code === 'CONFLICT');
}

function bodyOf(publish: unknown, path: string): Buffer {
  if (Buffer.isBuffer(publish)) return publish;
  if (typeof publish === 'string') return Buffer.from(publish, 'utf8');
  try {
    return Buffer.from(JSON.stringify(publish) ?? '', 'utf8');
  } catch {
    // A circular structure, or a bigint.
    throw invalidInput('not a publish', [
      problem(path, 'publish', 'is not a publish: not-json', { values: 'not-json' }),
    ]);
  }
}

async function change(
  command: 'attach' | 'detach',
  msg: Message,
  run: InputRun,
  { account, registration, report }: StreamInputDependencies,
): Promise<void> {
  if (registration === undefined || account === undefined)
    throw invalidInput('nothing is registered', [
      problem('register', 'registerOff', 'must be on for attach and detach'),
    ]);
  const named = namedIn(msg.payload);
  if (named.length === 0)
    throw invalidInput('no device', [
      problem('payload', 'noDeviceNamed', 'must be a device id, a list of them, or have one'),
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
