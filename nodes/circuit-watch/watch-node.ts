import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../src/client';
import type { Clock } from '../../src/clock';
import { idKey } from '../../src/directory';
import {
  type Account,
  accountOf,
  calledOf,
  createLookAgain,
  invalidInput,
  type NamesOf,
  namesOfAccount,
  type Status,
  type Texts,
} from '../../src/runtime';
import {
  announceWatch,
  type DeviceFacts,
  forgetWatch,
  type startWatch,
  type WatchedDevice,
  type WatchRun,
} from '../../src/runtime/watch';
import { problem } from '../../src/schema';
import { isOfAll, type MeasureName, parseSubject, type WatchEvent, type WatchRow, whole } from '../../src/watch';
import { badgeOf, eventMessage, isClear, type Presented, tableMessage } from './outputs';
import type { OwnText } from './own-text';
import { createSentences } from './sentences';
import { settingsOfForm, type WatchForm } from './settings-of-form';
import { isTrip, lastCurrent, tripDetails } from './trip';

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
  let shown = { looks: '', atMs: Number.NEGATIVE_INFINITY };

  const looks = createLookAgain({ RED, node, clock, status, texts, look, isRunning: () => running !== undefined });
  const { signal } = looks;

  /** What is watched is made of what is known now; a watch that runs goes on with what has changed. */
  async function look(): Promise<void> {
    if ('problems' in form) return;
    const { measures } = form;
    const account = accountOf(RED, config.account);
    const devices = await devicesOf(account, measures);
    if (signal.aborted) return;
    ids = new Map(devices.map(({ deviceId }) => [idKey(deviceId), deviceId]));
    if (running?.account === account) {
      running.run.devices(devices);
      return;
    }
    const before = running;
    running = undefined;
    before?.withdraw();
    await before?.run.close(false);
    if (!signal.aborted) begin(account, devices);
  }

  async function devicesOf(account: Account, measures: readonly MeasureName[]): Promise<WatchedDevice[]> {
    const directory = await account.directory();
    const all = await directory.devices(signal);
    const known = new Map(all.map((device) => [idKey(device.id), device]));
    const named =
      config.target === 'location'
        ? await directory.devicesBelow(config.location, signal)
        : config.devices.map((id) => known.get(idKey(id)) ?? { id, hardwareType: undefined });
    if (measures.some(isOfAll)) return onLegs(account, named);
    const devices = named.flatMap(({ id, hardwareType }) => {
      const own = measures.filter((name) => name !== 'charger' || hardwareType === 'ev-emcb');
      return own.length === 0 ? [] : [{ deviceId: id, measures: own }];
    });
    const gone = named.length - devices.length;
    if (devices.length > 0 && (gone === 0 || config.target === 'location')) return devices;
    // A picked device that cannot tell is named; the others are watched.
    const message =
      devices.length === 0 ? 'no device can tell what is watched' : 'a device cannot tell what is watched';
    const error = new ClientError('WRONG_HARDWARE', message, { validations: [], retryable: false });
    if (devices.length === 0) throw error;
    looks.tell(error);
    return devices;
  }

  /** What feeds in loads no leg. A circuit whose leg nobody has entered would make each of them a wrong one. */
  function onLegs(account: Account, named: readonly { readonly id: string }[]): WatchedDevice[] {
    if ('problems' in form) return [];
    const directory = account.circuits.now();
    const loads = named.filter(({ id }) => directory.circuitOf(id)?.feedsIn !== true);
    const unknown = loads.filter(({ id }) => directory.circuitOf(id)?.leg === undefined);
    if (unknown.length === 0 && loads.length > 0)
      return loads.map(({ id }) => ({ deviceId: id, measures: form.measures }));
    const called = calledBy(namesOfAccount(account));
    const names = unknown.map(({ id }) => called(id)).join(', ');
    throw invalidInput('the legs are not known', [
      problem('', 'legs', loads.length === 0 ? ownText('legs.none') : ownText('legs.unknown', { names })),
    ]);
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
      ...{ measure: sentences.measure, whole: ownText('allCircuits') },
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

const uneven: ReadonlySet<WatchEvent['kind']> = new Set(['warning', 'alarm', 'repeat']);
const isImbalance = ({ subject, kind }: WatchEvent) => isOfAll(parseSubject(subject).measure) && uneven.has(kind);
