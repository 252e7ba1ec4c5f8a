import type { Node, NodeAPI } from 'node-red';
import type { ManagerMessage, ManagerSettings, ManagerSummary, TotalReading } from '../../src/automation';
import type { Clock, Timer } from '../../src/clock';
import type { ConfigOf } from '../../src/fields';
import { defined } from '../../src/object';
import {
  type Account,
  accountOf,
  calledOf,
  createLookAgain,
  createWords,
  type Message,
  namesOfAccount,
  type RefusedNode,
  resolveValue,
  type Status,
  type Texts,
  type Words,
} from '../../src/runtime';
import {
  announceManager,
  type ManagerRun,
  otherManagers,
  type PushedMeter,
  type startManager,
} from '../../src/runtime/automation';
import { badgeOf } from './badge';
import { tellProblems } from './form-problem-text';
import { readFormSite } from './form-site';
import { differOnlyInLimit, watchLimit } from './limit-watch';
import type { fields } from './load-manager.fields';
import { eventMessage, type Presented, stateMessage } from './outputs';
import type { OwnText } from './own-text';
import type { LoadRow } from './rows.fields';
import { createSentences } from './sentences';
import { locationsOf, settingsOfForm, wholeGroup } from './settings-of-form';

/** The state is told at least so often. */
const stateEveryMs = 60_000;
/** Messages that wait for the start. */
const maxWaiting = 50;

interface ManagerNodeOptions {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly config: ConfigOf<typeof fields>;
  readonly clock: Clock;
  readonly status: Status;
  readonly texts: Texts;
  readonly ownText: OwnText;
  readonly start: typeof startManager;
}

/** The manager of one node, which starts when the account tells of its devices. */
export interface ManagerNode {
  /** Absent while it has not started. */
  settings(): ManagerSettings | undefined;
  /** Why it cannot start, by field and row; absent: nothing is wrong. */
  problems(): readonly string[] | undefined;
  take(message: ManagerMessage): void;
  total(reading: Omit<TotalReading, 'sequence'>, ts: number | undefined): void;
  push(reading: PushedMeter): void;
  close(removed: boolean): Promise<void>;
}

interface Running {
  readonly run: ManagerRun;
  readonly settings: ManagerSettings;
  readonly account: Account;
  readonly words: Words;
  /** How its events and its state are told now. */
  readonly presented: () => Presented;
}

export function createManagerNode(options: ManagerNodeOptions): ManagerNode {
  const { RED, node, config, clock, status, texts, ownText, start } = options;
  let running: Running | undefined;
  let waiting: ManagerMessage[] = [];
  let problems: readonly string[] | undefined;
  let stateTimer: Timer | undefined;
  let usedLimit: unknown;
  let lastState = '';
  let lastSequence = 0;

  const readLimit = () => resolveValue(RED, node, config.limit, {} as Message);

  const looks = createLookAgain({ RED, node, clock, status, texts, look, isRunning: () => running !== undefined });
  const { signal } = looks;

  /** Makes the settings of what is known now; a manager that runs goes on where nothing has changed. */
  async function look(): Promise<void> {
    const account = accountOf(RED, config.account);
    const [site, limit] = await Promise.all([
      readFormSite(account, {
        by: node.id,
        locations: locationsOf(config),
        others: () => otherManagers(RED, account, node.id),
        signal,
      }),
      readLimit(),
    ]);
    usedLimit = limit;
    if (signal.aborted) return;
    const made = settingsOfForm({ ...config, limit }, site);
    if ('problems' in made) {
      const rival = made.problems.find(({ key }) => key === 'otherManager')?.other;
      // To go on with what was known before would be a second manager of one device.
      if (rival !== undefined) await stop();
      if (signal.aborted) return;
      refuse(tellProblems(made.problems, { form: config, called: calledIn(account), ownText }), rival);
      return;
    }
    problems = undefined;
    Object.assign(node, { wrongSettings: undefined });
    const { settings } = made;
    if (running !== undefined && running.account === account && differOnlyInLimit(settings, running.settings)) {
      const [whole] = settings.groups;
      if (whole !== undefined && whole.limit !== running.settings.groups[0]?.limit)
        running.run.changeLimit(whole.limit);
      running = { ...running, settings };
      return;
    }
    await stop();
    if (!signal.aborted) begin(account, settings);
  }

  async function stop(): Promise<void> {
    const before = running;
    running = undefined;
    await before?.run.close(false);
  }

  /** `rival`: what the manager is called that goes first. */
  function refuse(told: readonly string[], rival?: string): void {
    const isNews = told.join('\n') !== problems?.join('\n');
    problems = told;
    const badge = rival === undefined ? texts('status.misconfigured') : ownText('badge.yields', { name: rival });
    if (running === undefined) status.show('error', badge);
    const isWrong = running === undefined && rival === undefined;
    const refused: RefusedNode = isWrong ? { wrongSettings: told.join('; ') } : {};
    Object.assign(node, { wrongSettings: undefined, ...refused });
    if (!isNews) return;
    // A manager that already runs keeps the limit with what it knew before.
    const key = running !== undefined ? 'keepsSettings' : rival === undefined ? 'notStarted' : 'yields';
    node.warn(ownText(`warning.${key}`, { problems: told.join('; ') }));
  }

  function begin(account: Account, settings: ManagerSettings): void {
    const namesOf = namesOfAccount(account);
    const now = () => clock.now();
    const words = createWords({ texts, now, zone: settings.timeZone });
    const sentences = createSentences({
      ...{ settings, text: ownText, words, now },
      called: calledIn(account),
    });
    const presented = () => ({ sentences, namesOf, managerName: config.name, now: clock.now() });
    const run = start({
      ...{ RED, account, settings, clock },
      node: { id: node.id, ...defined({ name: config.name || undefined }) },
      readEveryMs: (config.readEvery ?? 10) * 1_000,
      reasonText: sentences.reason,
      why: sentences.why,
      onTrouble: looks.tell,
      onStep({ summary, events }) {
        for (const event of events) node.send([eventMessage(event, summary, presented()), null] as never);
        show(summary);
      },
    });
    running = { run, settings, account, words, presented };
    for (const message of waiting) run.take(message);
    waiting = [];
    stateTimer?.cancel();
    stateTimer = clock.after(stateEveryMs, repeatState);
  }

  function show(summary: ManagerSummary, isDue = false): void {
    if (running === undefined || signal.aborted) return;
    const { settings, words, presented } = running;
    const { look, text } = badgeOf(summary, settings.quantity === 'current', ownText, words);
    status.show(look, text);
    const message = stateMessage(summary, presented());
    const written = JSON.stringify(message);
    if (written === lastState && !isDue) return;
    lastState = written;
    stateTimer?.cancel();
    stateTimer = clock.after(stateEveryMs, repeatState);
    node.send([null, message] as never);
  }

  function repeatState(): void {
    const summary = running?.run.summary();
    if (summary !== undefined) show(summary, true);
    else if (!signal.aborted) stateTimer = clock.after(stateEveryMs, repeatState);
  }

  const endWatch = watchLimit({
    ...{ clock, limit: config.limit, read: readLimit, onOther: looks.now },
    used: () => usedLimit,
  });
  const withdraw = announceManager(RED, {
    id: node.id,
    name: config.name || node.id,
    account: config.account,
    loads: (config.loads as readonly LoadRow[]).map(({ deviceId }) => deviceId),
    ...{ partOf: config.partOf, dryRun: config.dryRun },
  });
  status.show('pending', ownText('badge.starting'));
  looks.now();

  return {
    settings: () => running?.settings,
    problems: () => (running === undefined ? problems : undefined),
    take(message) {
      if (running !== undefined) running.run.take(message);
      else waiting = [...waiting, message].slice(-maxWaiting);
    },
    total(reading, ts) {
      // Rises also over restarts: what is remembered on disk names the last one.
      lastSequence = ts ?? Math.max(lastSequence + 0.001, clock.now() / 1_000);
      running?.run.total(wholeGroup, { ...reading, sequence: lastSequence });
    },
    push: (reading) => running?.run.push(reading),
    async close(removed) {
      const ended = looks.end();
      withdraw();
      endWatch();
      stateTimer?.cancel();
      await ended;
      await running?.run.close(removed);
    },
  };
}

function calledIn(account: Account): (deviceId: string) => string {
  const namesOf = namesOfAccount(account);
  return (deviceId) => calledOf(deviceId, namesOf(deviceId));
}
