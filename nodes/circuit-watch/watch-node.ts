import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../src/client';
import type { Clock } from '../../src/clock';
import { idKey } from '../../src/directory';
import {
  type Account,
  accountOf,
  calledOf,
  createLookAgain,
  type NamesOf,
  namesOfAccount,
  presentError,
  type RefusedNode,
  type Status,
  type Texts,
} from '../../src/runtime';
import {
  announceWatch,
  type DeviceFacts,
  forgetWatch,
  rememberedSubjects,
  type startWatch,
  type WatchedDevice,
  type WatchRun,
} from '../../src/runtime/watch';
import {
  isOfAll,
  type MeasureName,
  measures,
  parseSubject,
  type WatchEvent,
  type WatchRow,
  whole,
} from '../../src/watch';
import { badgeOf, eventMessage, isClear, type Presented, tableMessage } from './outputs';
import type { OwnText } from './own-text';
import { createSentences } from './sentences';
import { settingsOfForm, type WatchForm } from './settings-of-form';
import { isTrip, lastCurrent, tripDetails } from './trip';
import { devicesUnlisted, type WatchedNow, watchedDevices } from './watched-devices';

/** The table is sent at most so often while nothing but values changes. */
const tableEveryMs = 60_000;

interface WatchNodeOptions {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly config: WatchForm;
  readonly clock: Clock;
  readonly status: Status;
  readonly texts: Texts;
  readonly ownText: OwnText;
  readonly start: typeof startWatch;
}

/** The watch of one node, which starts when the account tells of its devices. */
export interface WatchNode {
  /** Why it cannot start, in words; empty: nothing is wrong. */
  problems(): readonly string[];
  /** Resolves when it is known what is watched; rejects with why the watch does not run. */
  ready(): Promise<void>;
  /** The id of a watched device as the service writes it; undefined for one that is not watched. */
  watched(deviceId: string): string | undefined;
  take(facts: DeviceFacts & { readonly deviceId: string }): void;
  /** Absent: all. */
  acknowledge(deviceIds?: readonly string[]): void;
  /** The report of all devices now. */
  report(): void;
  close(removed: boolean): Promise<void>;
}

interface Running {
  readonly run: WatchRun;
  readonly account: Account;
  readonly presented: Presented;
  /** The sidebar knows it no more. */
  readonly withdraw: () => void;
}

export function createWatchNode(options: WatchNodeOptions): WatchNode {
  const { RED, node, config, clock, status, texts, ownText, start } = options;
  const form = settingsOfForm(config);
  const wrong =
    'problems' in form
      ? form.problems.map(({ field, key }) => `${ownText(`label.${field as 'value'}`)}: ${ownText(`problem.${key}`)}`)
      : [];
  let running: Running | undefined;
  let ids = new Map<string, string>();
  let troubles = { lacking: '', unlisted: '' };
  let shown = { looks: '', atMs: Number.NEGATIVE_INFINITY };

  const looks = createLookAgain({ RED, node, clock, status, texts, look, isRunning: () => running !== undefined });
  const { signal } = looks;

  /** What is watched is made of what is known now; a watch that runs goes on with what has changed. */
  async function look(): Promise<'soon' | undefined> {
    if ('problems' in form) return undefined;
    const { measures } = form;
    const account = accountOf(RED, config.account);
    const now = await devicesOf(account, measures);
    const { devices } = now;
    if (signal.aborted) return undefined;
    tellTroubles(now, namesOfAccount(account));
    if (devices.length === 0 && !isOfAccount(measures))
      throw new ClientError('WRONG_HARDWARE', 'no device can tell what is watched', {
        validations: [],
        retryable: false,
      });
    ids = new Map(devices.map(({ deviceId }) => [idKey(deviceId), deviceId]));
    if (running?.account === account) {
      running.run.devices(devices);
      return undefined;
    }
    const before = running;
    running = undefined;
    before?.withdraw();
    await before?.run.close(false);
    if (!signal.aborted) begin(account, devices);
    return now.unlisted === undefined ? undefined : 'soon';
  }

  /** A watch that begins while the service cannot be asked watches what is known, and tells what it cannot read. */
  async function devicesOf(account: Account, measures: readonly MeasureName[]): Promise<WatchedNow> {
    const remembered =
      running === undefined ? rememberedSubjects(RED, node.id) : running.run.rows().map(({ subject }) => subject);
    const asked = { account, config, measures, remembered, namesOf: namesOfAccount(account), text: ownText, signal };
    if (isOfAccount(measures)) return { devices: [], lacking: [] };
    try {
      return await watchedDevices(asked);
    } catch (error) {
      const isWrong = error instanceof ClientError && error.code === 'INVALID_INPUT';
      if (isWrong || signal.aborted || running?.account === account) throw error;
      return devicesUnlisted(asked, error);
    }
  }

  /** Once, for as long as it stays so. */
  function tellTroubles({ lacking, unlisted }: WatchedNow, namesOf: NamesOf): void {
    const ids = lacking.join(' ');
    if (ids !== '' && ids !== troubles.lacking) {
      const names = lacking.map((id) => calledOf(id, namesOf(id))).join(', ');
      node.error(ownText('warning.lacking', { names }), { topic: config.name, payload: lacking } as never);
    }
    const why = unlisted === undefined ? '' : presentError(unlisted, texts).message;
    if (why !== '' && troubles.unlisted === '') node.warn(ownText('warning.unlisted', { why }));
    troubles = { lacking: ids, unlisted: why };
  }

  function begin(account: Account, devices: readonly WatchedDevice[]): void {
    if ('problems' in form) return;
    const { settings } = form;
    const namesOf = namesOfAccount(account);
    const called = calledBy(namesOf);
    const sentences = createSentences({ text: ownText, shared: texts, settings, called, now: () => clock.now() });
    const presented = { sentences, namesOf, nodeId: node.id, watchName: config.name };
    const run = start({
      ...{ RED, nodeId: node.id, account, clock, settings, devices },
      everyMs: (config.every ?? 60) * 1_000,
      onTrouble: looks.tell,
      onEvents: (events) => tell(events, presented, account),
      onStep: (rows) => show(rows, presented),
    });
    const withdraw = announceWatch(RED, {
      ...{ id: node.id, name: config.name, account, run, value: sentences.value },
      ...{ measure: sentences.measure, nameOf: ({ subject, ending }) => sentences.name(subject, ending) },
    });
    running = { run, account, presented, withdraw };
  }

  const calledBy = (namesOf: NamesOf) => (deviceId: string) =>
    deviceId === whole ? ownText('allCircuits') : calledOf(deviceId, namesOf(deviceId));

  async function tell(events: readonly WatchEvent[], presented: Presented, account: Account): Promise<void> {
    for (const event of events) {
      const { currents = () => [] } = running?.run ?? {};
      const known = isTrip(event) ? currents(parseSubject(event.subject).deviceId) : [];
      const balance = isImbalance(event) ? running?.run.balance() : undefined;
      const everyMs = (config.every ?? 60) * 1_000;
      const details = isTrip(event) ? await tripDetails(event, { account, clock, currents: known, everyMs }) : {};
      const message = { ...eventMessage(event, presented, { carried: lastCurrent(known), balance }), ...details };
      // A source whose clock is wrong is a fault of the flow, and no news of a circuit.
      if (event.kind === 'backwards') node.error(message.payload, message as never);
      else node.send((isClear(event) ? [null, message, null] : [message, null, null]) as never);
    }
  }

  function show(rows: readonly WatchRow[], presented: Presented): void {
    if (signal.aborted) return;
    const { look, text } = badgeOf(rows, ownText);
    status.show(look, text);
    const looks = JSON.stringify(rows.map(({ subject, look, acknowledged }) => [subject, look, acknowledged]));
    const nowMs = clock.monotonicMs();
    if (looks === shown.looks && nowMs - shown.atMs < tableEveryMs) return;
    shown = { looks, atMs: nowMs };
    node.send([null, null, tableMessage(rows, presented)] as never);
  }

  if (wrong.length > 0) {
    status.show('error', texts('status.misconfigured'));
    node.warn(ownText('warning.notStarted', { problems: wrong.join('; ') }));
    const refused: RefusedNode = { wrongSettings: wrong.join('; ') };
    Object.assign(node, refused);
  } else status.show('pending', ownText('badge.starting'));
  looks.now();

  return {
    problems: () => wrong,
    async ready() {
      await looks.settled();
      if (running === undefined && looks.failure() !== undefined) throw looks.failure();
    },
    watched: (deviceId) => ids.get(idKey(deviceId)),
    take: (facts) => running?.run.take(facts),
    acknowledge: (deviceIds) => running?.run.acknowledge(deviceIds),
    report: () => running?.run.report(),
    async close(removed) {
      await looks.end();
      running?.withdraw();
      if (running !== undefined) await running.run.close(removed);
      else if (removed) await forgetWatch(RED, node.id);
    },
  };
}

const isOfAccount = (names: readonly MeasureName[]) => names.every((name) => measures[name].read === 'account');
const uneven: ReadonlySet<WatchEvent['kind']> = new Set(['warning', 'alarm', 'repeat']);
const isImbalance = ({ subject, kind }: WatchEvent) => isOfAll(parseSubject(subject).measure) && uneven.has(kind);
