import type { NodeAPI } from 'node-red';
import type { TrialAnswer, TrialQuestion, TriedMessage } from '../../admin-api';
import { isTried, waitsForLater } from '../../admin-api';
import type { Timer } from '../../clock';
import { defined } from '../../object';
import { problem } from '../../schema';
import { type Account, calledOf, clockOf, invalidInput, type Message, namesOfAccount, trialAccount } from '..';
import type { AdminRequest } from './route';
import { createTrialNode } from './trial-node';
import { deviceIdsIn, requestsIn, shorten } from './trial-shown';

/** A dialog waits no longer. */
const withinMs = 25_000;
const maxMessages = 20;
/** What a trial is without: it comes once and now, and what it shows is read by everybody who sees the dialog. */
const overrides = { poll: '', mute: false, secrets: false, outputSecrets: false };

interface Trial {
  readonly account: Account;
  readonly accountId: string;
  /** Whether commands of the account are sent. */
  readonly isArmed: boolean;
}

type Request = Pick<AdminRequest<never, never>, 'language' | 'signal' | 'texts'>;

/**
 * Runs a node once as its dialog stands. What it reads is real; nothing is sent. It ends when the node has done with the
 * message, after 25 s, or when nobody waits for the answer any more.
 */
export async function tryNode(
  RED: NodeAPI,
  { account, accountId, isArmed }: Trial,
  question: TrialQuestion,
  { language, signal, texts }: Request,
): Promise<TrialAnswer> {
  const clock = clockOf(RED);
  const { type, config } = question;
  if (waitsForLater(type, config.action))
    throw invalidInput('the action waits', [problem('', 'later', texts('trial.later'))]);
  const sent: TriedMessage[] = [];
  const requests: TrialAnswer['requests'][number][] = [];
  const ids = new Set<string>();
  const lengths: Record<string, number> = {};
  let more = 0;
  let badge: string | undefined;
  const node = createTrialNode(RED, {
    ...{ ...question, accountId, language },
    account: trialAccount(account, clock),
    config: { ...config, ...overrides },
    onSend(output, msg) {
      requests.push(...requestsIn(msg));
      if (sent.length >= maxMessages) {
        more += 1;
        return;
      }
      const shown = shorten(withoutOwnId(msg), String(sent.length), lengths);
      for (const id of deviceIdsIn(shown)) ids.add(id);
      sent.push({ output, msg: shown as TriedMessage['msg'] });
    },
    onStatus: (text) => (badge = text),
  });
  if (node === undefined) throw invalidInput('the node cannot be tried', [notTried(type)]);
  const { stopped, error } = await runOnce();
  const namesOf = namesOfAccount(account);
  for (const { deviceId } of requests) if (deviceId !== undefined) ids.add(deviceId);
  const names = [...ids].map((id) => [id, calledOf(id, namesOf(id))] as const).filter(([id, name]) => id !== name);
  return {
    ...{ messages: sent, more, lengths, requests: requests.slice(0, maxMessages) },
    ...defined({ badge, error: stopped ? undefined : error }),
    ...(stopped ? { stoppedAfter: withinMs / 1000 } : {}),
    names: Object.fromEntries(names),
    sends: !isArmed ? 'notArmed' : config.dryRun === true ? 'dryRun' : 'yes',
  };

  async function runOnce(): Promise<{ readonly stopped: boolean; readonly error?: TrialAnswer['error'] }> {
    let timer: Timer | undefined;
    let end = () => {};
    const ended = new Promise<'stopped'>((resolve) => {
      end = () => resolve('stopped');
      timer = clock.after(withinMs, end);
      signal.addEventListener('abort', end, { once: true });
    });
    const done = node
      ?.input(messageOf(RED, question.sample))
      .then(() => 'done' as const)
      .catch((error: unknown) => shownError(error));
    try {
      const result = await Promise.race([done, ended]);
      if (typeof result === 'object') return { stopped: false, error: result };
      return { stopped: result === 'stopped' };
    } finally {
      timer?.cancel();
      signal.removeEventListener('abort', end);
      await node?.close();
    }
  }
}

/** Reads a question that came as JSON. */
export function readTrialQuestion(given: unknown): TrialQuestion {
  const { type, nodeId, flowId, config, sample } = (given ?? {}) as Partial<Record<keyof TrialQuestion, unknown>>;
  if (typeof type !== 'string' || !isTried(type) || !isObject(config))
    throw invalidInput('no node is described', [notTried(type)]);
  return {
    ...{ type, config, nodeId: String(nodeId ?? ''), flowId: String(flowId ?? '') },
    sample: isObject(sample) ? sample : {},
  };
}

const notTried = (type: unknown) =>
  problem('', 'notTried', 'nodes of this type cannot be tried', { type: String(type ?? '?') });

function messageOf(RED: NodeAPI, sample: TrialQuestion['sample']): Message {
  const msg: Message = { _msgid: RED.util.generateId() };
  for (const [path, value] of Object.entries(sample)) {
    if (/__proto__|constructor|prototype/.test(path)) continue;
    RED.util.setMessageProperty(msg, path, value, true);
  }
  return msg;
}

/** The id of the message tells a reader nothing. */
function withoutOwnId({ _msgid: _, ...msg }: Message): object {
  const { payload, ...others } = msg;
  return payload === undefined ? others : { payload, ...others };
}

function shownError(error: unknown): NonNullable<TrialAnswer['error']> {
  const { code = 'INTERNAL', message } = error as { readonly code?: string; readonly message: string };
  return { code, message };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
