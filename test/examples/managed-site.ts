import assert from 'node:assert/strict';
import { turned } from '../support/turn-clock';
import { accountOf, commandsOf, deviceOf, passed, positionsOf, simulatorOf } from './example-site';
import type { RunningExample } from './running-example';

interface LoadState {
  readonly name?: string;
  readonly phase: string;
  readonly limitA?: number;
}

interface ManagerState {
  readonly status: string;
  readonly level?: string;
  readonly shed: number;
  readonly limits: readonly {
    readonly leg?: string;
    readonly total: number;
    readonly limit?: number;
    readonly live: boolean;
  }[];
  readonly loads: readonly LoadState[];
}

/** An example with a load manager, and the site that it keeps below a limit. */
export async function managedSite(shown: RunningExample) {
  const { clock, at } = shown;
  const simulator = await simulatorOf(shown);
  const position = await positionsOf(shown);
  const commands = await commandsOf(shown);
  const state = (): ManagerState | undefined => at('state').at(-1)?.payload as ManagerState | undefined;
  return {
    position,
    /** Commands to breakers that the service took. */
    commands,
    state,
    /** What happened, by the names of the devices, such as `Pool pump opened`. */
    actions: () =>
      at('actions and alarms')
        // Told once of each charger of the demo site, whatever the example does.
        .filter(({ event }) => event !== 'free-offline')
        .map(({ event, name }) => (name === undefined ? `${event}` : `${name} ${event}`)),
    /** The sentence of the newest action. */
    sentence: () => String(at('actions and alarms').at(-1)?.payload),
    /** A steady current at any time of the day, on each pole: a rack draws about two thirds of its rating. */
    draws(label: string, ratedA: number) {
      simulator.setLoad(deviceOf(simulator, label), { kind: 'server-rack', ratedA });
    },
    offline(label: string, isOffline = true) {
      simulator.setOnline(deviceOf(simulator, label), !isOffline);
    },
    allOffline(isOffline = true) {
      for (const { id } of simulator.devices()) simulator.setOnline(id, !isOffline);
    },
    /** Another program of the house opens a breaker. */
    async openedBySomebody(label: string) {
      const client = await accountOf(shown).client();
      const path = { deviceId: deviceOf(simulator, label) };
      await turned(
        clock,
        client.call('remoteHandle.setPosition', { path, body: { command: 'open', reason: 'by someone' } }),
      );
    },
    chargerLimit(label: string) {
      const load = state()?.loads.find(({ name }) => name === label);
      assert(load !== undefined, label);
      return load.limitA;
    },
    minutes: (count: number) => passed(clock, count * 60_000),
  };
}
