import type { NodeAPI } from 'node-red';
import { type OperateAction, type OperateAnswer, operateActions } from '../../admin-api';
import { ClientError, type Reservation } from '../../client';
import { enterLock, findLightMs, lightToFind, unlock } from '../../control';
import { defined } from '../../object';
import { problem } from '../../schema';
import { type Account, clockOf, createTexts, invalidInput, onceAMinute } from '..';
import { freeDevice } from '../automation';
import { ofAccount } from './account-at';
import { createConfirmations } from './confirmations';
import { outcomeSentence, refusalSentence } from './operate-sentence';
import type { Handler } from './route';
import { createUserPace } from './user-pace';

/** A person who clicks does not mean a command that is carried out much later. */
const clickExpiryMs = 15_000;
const readBackMs = 15_000;
/** The device is looked up first; a service that is slow in it must not delay a command for long. */
const lookUpMs = 4_000;
const deviceMaxAgeMs = 300_000;
const maxReasonLength = 200;
const maxNameLength = 80;

interface Question {
  readonly deviceId: string;
  readonly action: OperateAction;
  readonly reason: string;
  readonly by: string;
  readonly confirmation: string;
}

type Request = Parameters<Handler<'POST accounts/:id/operate'>>[0];

/** What has been done, before it is put into a sentence. */
interface Done {
  readonly outcome: string;
  readonly at?: number;
  readonly seconds?: number;
}

/**
 * The one route that operates devices: for one named device, at most once a second for each user, through the operators
 * with every interlock, pace, order, expiry and the record. A refusal is an answer, not an error.
 */
export function operateHandler(RED: NodeAPI): Handler<'POST accounts/:id/operate'> {
  const clock = clockOf(RED);
  const ownTexts = createTexts(RED);
  const tooEarlyMs = createUserPace(clock);
  const confirmations = createConfirmations(clock);
  const warn = onceAMinute(clock, (text) => RED.log.warn(text));

  async function operate(
    account: Account,
    question: Question,
    { user, confirmed }: { readonly user: string | undefined; readonly confirmed: boolean },
    reservation: Reservation,
    signal: AbortSignal,
  ): Promise<Done> {
    const { deviceId, action } = question;
    const { context } = account;
    const receivedAt = clock.now();
    const receivedAtMs = clock.monotonicMs();
    const person = user ?? question.by;
    const asker = { node: ownTexts('operate.sidebar'), ...(person === '' ? {} : { user: person }) };
    const by = person === '' ? ownTexts('operate.sidebar') : person;
    await checkDevice(account, question, signal);
    if (action === 'unlock') return unlock({ context, clock }, { deviceId, by, asker });
    const write = {
      deviceId,
      receivedAt,
      receivedAtMs,
      startedAt: receivedAt,
      startedAtMs: receivedAtMs,
      retained: false,
      mute: false,
      dryRun: false,
      signal,
      asker,
      expiresAt: receivedAt + Math.min(account.safety.commandExpiryMs, clickExpiryMs),
    };
    if (action === 'find') {
      reservation.release();
      const [client, device] = [await account.client(), await account.device()];
      const { ended, hold } = account;
      const onStuck = () => warn(ownTexts('operate.lightStuck', { device: deviceId }));
      const { outcome, endsAt } = await lightToFind({ client, clock, device, context, ended, hold, onStuck }, write);
      const seconds = endsAt === undefined ? undefined : Math.round((endsAt - clock.now()) / 1000);
      return { outcome, ...defined({ seconds }) };
    }
    if (action === 'capture') {
      reservation.release();
      const { outcome } = await (await account.waveforms()).capture(write);
      return { outcome: outcome === 'captured' ? 'confirmed' : outcome };
    }
    const operator = await account.operator();
    const reason =
      question.reason === ''
        ? ownTexts(user === undefined ? 'operate.reason' : 'operate.reasonOf', { user })
        : question.reason;
    const request = { ...write, reservation, reason, confirmed, confirmClose: true, readBackMs };
    const entered =
      action === 'lock'
        ? enterLock({ context, operator, clock }, { ...request, by })
        : operator.enter({ ...request, command: action });
    reservation.release();
    return entered.run();
  }

  /** What a person has closed no node holds open any more that is gone. Where that cannot be kept it stays in the list. */
  async function letGo(account: Account, deviceId: string): Promise<void> {
    await freeDevice(account, RED, deviceId).catch((error: unknown) => warn(String(error)));
  }

  return ofAccount(RED, async (account, request: Request): Promise<OperateAnswer> => {
    const { texts, user } = request;
    const question = questionOf(request);
    const { deviceId, action } = question;
    const accountId = request.param('id');
    const waitMs = tooEarlyMs(JSON.stringify([accountId, user ?? null]));
    if (waitMs > 0) return refused('RATE_LIMITED_LOCALLY', texts('operate.refused.tooFast'), { retryAfter: 1 });
    // Before anything asynchronous: the order of the requests is the order of their commands.
    const reservation = account.reserve();
    const asked = { accountId, deviceId, action, user };
    const confirmed = question.confirmation !== '' && confirmations.take(question.confirmation, asked);
    const ending = new AbortController();
    const end = () => ending.abort();
    account.ended.addEventListener('abort', end);
    try {
      const done = await operate(account, question, { user, confirmed }, reservation, ending.signal);
      const { outcome, seconds, at = clock.now() } = done;
      if (action === 'close' && isClosed(outcome)) await letGo(account, deviceId);
      const sentence =
        action === 'find' && seconds !== undefined
          ? texts('operate.found', { seconds: Math.round(findLightMs / 1000) })
          : outcomeSentence(action, outcome, texts);
      return { done: true, outcome, sentence, at, ...defined({ seconds }) };
    } catch (error) {
      const code = error instanceof ClientError ? error.code : 'INTERNAL';
      if (code === 'INTERNAL') RED.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      const needsConfirmation = code === 'CONFIRMATION_NEEDED';
      const isLocked = action === 'lock' && isLockedNow(account, deviceId);
      const why = refusalSentence(error, texts);
      const retryAfter = error instanceof ClientError ? error.cause.retryAfter : undefined;
      return refused(code, isLocked ? texts('operate.lockedNotOpened', { why }) : why, {
        needsConfirmation,
        ...(needsConfirmation ? { confirmation: confirmations.ask(asked) } : {}),
        ...defined({ retryAfter }),
      });
    } finally {
      account.ended.removeEventListener('abort', end);
      reservation.release();
    }
  });
}

/** Whether the breaker itself says that it is closed. */
const isClosed = (outcome: string) => outcome === 'confirmed' || outcome === 'unchanged';

function refused(
  code: string,
  sentence: string,
  more: { readonly needsConfirmation?: boolean; readonly confirmation?: string; readonly retryAfter?: number },
): OperateAnswer {
  return { done: false, code, sentence, needsConfirmation: false, ...more };
}

function isLockedNow({ context: { locks, service } }: Account, deviceId: string): boolean {
  return locks.lockedBy({ service, deviceId }) !== undefined;
}

/**
 * Refuses a device that the account does not have, and a charger, which has no handle. A service that does not answer
 * is no reason to refuse: a circuit can be locked without it.
 */
async function checkDevice(account: Account, { deviceId, action }: Question, signal: AbortSignal): Promise<void> {
  const client = await account.client();
  client.check('devices.get', { path: { deviceId } });
  const priority = action === 'open' || action === 'lock' ? 'open' : 'command-read';
  const options = { maxAgeMs: deviceMaxAgeMs, deadlineMs: lookUpMs, priority, signal } as const;
  const found = await client.call('devices.get', { path: { deviceId } }, options).catch((error: unknown) => {
    if (error instanceof ClientError && error.code !== 'NOT_FOUND' && !signal.aborted) return undefined;
    throw error;
  });
  if (found?.data.hardwareType === 'ev-emcb' && action !== 'find' && action !== 'capture')
    throw new ClientError('WRONG_HARDWARE', `${deviceId} is an EV charger: it has no remote handle`, { deviceId });
}

function questionOf({ string, value }: Request): Question {
  const action = operateActions.find((each) => each === value('action'));
  const deviceId = value('deviceId');
  const problems = [
    ...(action === undefined
      ? [
          problem('action', 'enum', `must be one of ${operateActions.join(', ')}`, {
            values: operateActions.join(', '),
          }),
        ]
      : []),
    ...(typeof deviceId === 'string' && deviceId !== ''
      ? []
      : [problem('deviceId', 'required', 'must be the id of one device')]),
  ];
  if (action === undefined || typeof deviceId !== 'string' || problems.length > 0)
    throw invalidInput('the request names no action of one device', problems);
  return {
    deviceId,
    action,
    reason: string('reason').trim().slice(0, maxReasonLength),
    by: string('by').trim().slice(0, maxNameLength),
    confirmation: string('confirmation'),
  };
}
