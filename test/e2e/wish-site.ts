import assert from 'node:assert/strict';
import { join } from 'node:path';
import type {
  ListedLoad,
  ListedManager,
  ListedSubject,
  ManagerList,
  SimulatorState,
  WatchList,
} from '../../src/admin-api';
import { breakers, chargers } from '../../src/simulator/site/circuits';
import { siteIds } from '../examples/site-ids';
import type { Tab } from './browser';
import type { Editor } from './editor';
import { root, type View } from './lanes';
import { openedEditor } from './opened-editor';

const accountId = 'a000000000000051';
const flowId = 'c000000000000051';
const minuteMs = 60_000;
/** How much of a site's load by rating the kind that hardly changes draws. */
const shareOfRating = 0.637;

const circuits = [...breakers, ...chargers];
export const idOf = (label: string) => siteIds[`circuit(${label})`] ?? assert.fail(`no circuit ${label}`);
export const locationOf = (name: string) => siteIds[`location(${name})`] ?? assert.fail(`no location ${name}`);

/**
 * Time of Node-RED and of the simulated site: a request lets it pass, or sets it forward as if the machine had slept. Another
 * one tells what the debug nodes have shown.
 */
function clockSettings(start: Date): string {
  const module = JSON.stringify(join(root, 'dist/test/support/passing-clock.js'));
  return `
  breakerflow: {
    clock: (globalThis.wishClock = require(${module}).createPassingClock(${start.getTime()})),
  },
  async httpAdminMiddleware({ path, query: { passMs, aheadMs } }, response, next) {
    globalThis.wishTold ??= toldFrom(require.main.require('@node-red/util').events);
    if (path === '/wish-told') return response.end(JSON.stringify(globalThis.wishTold));
    if (path !== '/wish-clock') return next();
    if (aheadMs !== undefined) globalThis.wishClock.step(Number(aheadMs));
    if (passMs !== undefined) await globalThis.wishClock.pass(Number(passMs));
    response.end(String(globalThis.wishClock.now()));
  },`.replace('toldFrom', `(${toldFrom})`);
}

/** What debug nodes show, and what went wrong. */
function toldFrom(events: {
  on(name: 'comms', heard: (event: { topic: string; data: { msg?: unknown } }) => void): void;
}) {
  const told: string[] = [];
  events.on('comms', ({ topic, data }) => {
    if (topic === 'debug') told.push(String(data.msg));
  });
  return told;
}

interface Waiting {
  readonly atMostMinutes?: number;
  /** How often it is looked whether it is so. */
  readonly everyMinutes?: number;
}

/** A simulated site with an account and a circuit directory, for flows that are built on an empty canvas. */
export interface WishSite {
  readonly tab: Tab;
  readonly editor: Editor;
  /** An empty canvas and a new site, at the next such time of day. */
  fresh(
    amperes: Readonly<Record<string, number>>,
    time?: { readonly hour: number; readonly minute: number },
  ): Promise<void>;
  /** What circuits draw while they are closed, about, A of each pole. */
  draw(amperes: Readonly<Record<string, number>>): Promise<void>;
  control(control: string, fields?: object): Promise<void>;
  /** A car that takes 32 A. */
  plugIn(label: string): Promise<void>;
  /** The labels of the circuits of which a handle is open in the simulator. */
  open(): Promise<readonly string[]>;
  manager(): Promise<ListedManager>;
  load(label: string): Promise<ListedLoad>;
  /** All that is watched. */
  watched(): Promise<readonly ListedSubject[]>;
  /** Epoch ms of the site. */
  now(): Promise<number>;
  /** What debug nodes have shown on this site, and what went wrong. */
  told(): Promise<readonly string[]>;
  /** Lets so much time pass at once. */
  pass(minutes: number): Promise<void>;
  /** Lets time pass until it is so. */
  until(what: string, isSo: () => Promise<boolean>, waiting?: Waiting): Promise<void>;
}

/** Called in a suite. The site's first day begins at 10:00. */
export function wishSite(view: View): WishSite {
  const { red, tab, editor } = openedEditor(view, { extra: clockSettings(new Date(2026, 5, 10, 10, 0)) });
  let sites = 0;
  let toldBefore = 0;

  async function ask(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${red.url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json' },
    });
    const text = await answer.text();
    assert(answer.ok, `${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  const clock = async (change: { readonly passMs?: number; readonly aheadMs?: number } = {}) => {
    const query = Object.entries(change).map(([name, value]) => `${name}=${value}`);
    return Number(await ask(`wish-clock?${query.join('&')}`));
  };
  const allTold = async () => (await ask('wish-told')) as string[];
  const ofAccount = (path: string) => `breakerflow/accounts/${accountId}/${path}`;

  const devices = async () => ((await ask(ofAccount('simulator'))) as SimulatorState).devices;
  const device = async (name: string) =>
    (await devices()).find(({ label }) => label === name) ?? assert.fail(`no device ${name}`);

  /** Node-RED answers before it has stopped what ran, and started what it was given. */
  async function deployed(flows: readonly object[]): Promise<void> {
    await ask('flows', flows);
    const isRunning = async () => (await fetch(`${red.url}${ofAccount('simulator')}`)).ok;
    while ((await isRunning()) !== flows.length > 0);
  }

  async function forwardTo({ hour, minute }: { readonly hour: number; readonly minute: number }): Promise<void> {
    const now = new Date(await clock());
    const then = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute);
    if (then < now) then.setDate(then.getDate() + 1);
    await clock({ aheadMs: then.getTime() - now.getTime() });
  }

  const site: WishSite = {
    tab,
    editor,
    async fresh(amperes, time) {
      sites += 1;
      // It would ask for an account that is gone.
      await tab.leave();
      await deployed([]);
      toldBefore = (await allTold()).length;
      if (time !== undefined) await forwardTo(time);
      const account = { id: accountId, type: 'breaker-account', name: '', mode: 'simulator', site: `Wish ${sites}` };
      const rows = circuits.map(({ label, poles, leg = 'A', ratedA, load }) => ({
        ...{ deviceId: idOf(label), serialNumber: '', name: label, leg: poles === 2 ? 'both' : leg, ratedA },
        ...(load.kind === 'solar-inverter' ? { feedsIn: true } : {}),
      }));
      await deployed([
        { id: flowId, type: 'tab', label: 'Panel' },
        account,
        { id: 'a000000000000052', type: 'breaker-directory', name: '', account: accountId, circuits: rows },
      ]);
      for (const { label } of chargers) {
        const { pluggedIn } = await device(label);
        if (pluggedIn) await site.control(`POST /devices/${idOf(label)}/unplug`);
      }
      await site.draw({ ...Object.fromEntries(breakers.map(({ label }) => [label, 0])), ...amperes });
      await editor.reload();
    },
    async draw(amperes) {
      for (const [label, ampere] of Object.entries(amperes))
        await site.control(`POST /devices/${idOf(label)}/load`, {
          kind: 'server-rack',
          ratedA: ampere / shareOfRating,
        });
    },
    async control(control, fields = {}) {
      await ask(ofAccount('simulator'), { control, fields });
    },
    async plugIn(label) {
      await site.control(`POST /devices/${idOf(label)}/plug`, { neededWh: 60_000, carMaxA: 32 });
    },
    async open() {
      return (await devices())
        .filter(({ remoteHandle, mainHandle }) => remoteHandle === 'open' || mainHandle === 'open')
        .map(({ label }) => label);
    },
    async manager() {
      const { managers } = (await ask(ofAccount('managers'))) as ManagerList;
      return managers[0] ?? assert.fail('there is no load manager');
    },
    async load(label) {
      const { loads } = await site.manager();
      return loads.find(({ deviceId }) => deviceId === idOf(label)) ?? assert.fail(`${label} is no load`);
    },
    async watched() {
      const { watches } = (await ask(ofAccount('watches'))) as WatchList;
      return watches.flatMap(({ subjects }) => subjects);
    },
    now: () => clock(),
    told: async () => (await allTold()).slice(toldBefore),
    async pass(minutes) {
      await clock({ passMs: minutes * minuteMs });
    },
    async until(what, isSo, { atMostMinutes = 30, everyMinutes = 1 / 30 } = {}) {
      const endMs = (await clock()) + atMostMinutes * minuteMs;
      for (;;) {
        // What was deployed just now does its first things meanwhile.
        const nowMs = await clock({ passMs: everyMinutes * minuteMs });
        if (await isSo()) return;
        if (nowMs <= endMs) continue;
        const { managers } = (await ask(ofAccount('managers'))) as ManagerList;
        const [open, told, watched] = [await site.open(), await site.told(), await site.watched()];
        const seen = { open, managers, told, watched };
        assert.fail(`not within ${atMostMinutes} min: ${what}; ${JSON.stringify(seen)}`);
      }
    },
  };
  return site;
}
