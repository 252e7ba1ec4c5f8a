import assert from 'node:assert/strict';
import type { ListedLoad, ListedManager, ManagerList, SimulatorState } from '../../src/admin-api';
import { breakers, chargers } from '../../src/simulator/site/circuits';
import { siteIds } from '../examples/site-ids';
import type { Tab } from './browser';
import type { Editor } from './editor';
import type { View } from './lanes';
import { openedEditor } from './opened-editor';

const accountId = 'a000000000000051';
const flowId = 'c000000000000051';
/** How many times as fast as real time a flow is watched: five minutes of calm take eight seconds. */
const watchSpeed = 40;
const askEveryMs = 50;
/** How much of a site's load by rating the kind that hardly changes draws. */
const shareOfRating = 0.637;

const circuits = [...breakers, ...chargers];
export const idOf = (label: string) => siteIds[`circuit(${label})`] ?? assert.fail(`no circuit ${label}`);
export const locationOf = (name: string) => siteIds[`location(${name})`] ?? assert.fail(`no location ${name}`);

/** Time of Node-RED and of the simulated site: a request sets its speed, or sets it forward as if the machine had slept. */
function clockSettings(start: Date): string {
  const clock = `require('@breakerflow/node-red-breakers/dist/src/clock')`;
  const base = `{ ...${clock}.systemClock, now: () => ${clock}.systemClock.now() + globalThis.wishAheadMs }`;
  return `
  breakerflow: {
    clock: (globalThis.wishClock = (globalThis.wishAheadMs = 0, ${clock}.createAcceleratedClock(${base}, 1, ${start.getTime()}))),
  },
  httpAdminMiddleware({ path, query: { speed, aheadMs } }, response, next) {
    if (path !== '/wish-clock') return next();
    if (speed !== undefined) globalThis.wishClock.setSpeed(Number(speed));
    if (aheadMs !== undefined) globalThis.wishAheadMs += Number(aheadMs);
    response.end(String(globalThis.wishClock.now()));
  },`;
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
  /** Epoch ms of the site. */
  now(): Promise<number>;
  /** Lets time run fast until it is so, and in real time from then on. */
  until(what: string, isSo: () => Promise<boolean>, atMostMinutes?: number): Promise<void>;
}

/** Called in a suite. The site's first day begins at 10:00. */
export function wishSite(view: View): WishSite {
  const { red, tab, editor } = openedEditor(view, { extra: clockSettings(new Date(2026, 5, 10, 10, 0)) });
  let sites = 0;

  async function ask(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${red.url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json' },
    });
    const text = await answer.text();
    assert(answer.ok, `${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  const clock = async (change: { readonly speed?: number; readonly aheadMs?: number } = {}) => {
    const query = Object.entries(change).map(([name, value]) => `${name}=${value}`);
    return Number(await ask(`wish-clock?${query.join('&')}`));
  };
  const ofAccount = (path: string) => `breakerflow/accounts/${accountId}/${path}`;

  const devices = async () => ((await ask(ofAccount('simulator'))) as SimulatorState).devices;
  const device = async (name: string) =>
    (await devices()).find(({ label }) => label === name) ?? assert.fail(`no device ${name}`);

  async function deployed(flows: readonly object[]): Promise<void> {
    await ask('flows', flows);
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
      await deployed([]);
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
    now: () => clock(),
    async until(what, isSo, atMostMinutes = 30) {
      const began = await clock({ speed: watchSpeed });
      try {
        while (!(await isSo())) {
          assert(
            (await clock()) - began < atMostMinutes * 60_000,
            `not within ${atMostMinutes} min: ${what}; open: ${await site.open()}; ${JSON.stringify(await site.manager())}`,
          );
          // To ask all the time would take the processor away from what is watched.
          await tab.page.waitForTimeout(askEveryMs);
        }
      } finally {
        await clock({ speed: 1 });
      }
    },
  };
  return site;
}
