import { idKey, mayBe } from '../../src/directory';
import type { Account, NamesOf } from '../../src/runtime';
import { calledOf, invalidInput } from '../../src/runtime';
import type { WatchedDevice } from '../../src/runtime/watch';
import { problem } from '../../src/schema';
import { isOfAll, type MeasureName, parseSubject } from '../../src/watch';
import type { OwnText } from './own-text';
import type { WatchForm } from './settings-of-form';

/** Whom a watch watches, as far as is known. */
export interface WatchedNow {
  readonly devices: readonly WatchedDevice[];
  /** Picked devices that cannot tell what is watched. */
  readonly lacking: readonly string[];
  /** Why the list of devices could not be read: what was known before is watched. */
  readonly unlisted?: unknown;
}

interface Asked {
  readonly account: Account;
  readonly config: Pick<WatchForm, 'target' | 'location' | 'devices'>;
  readonly measures: readonly MeasureName[];
  /** The subjects of an earlier run. */
  readonly remembered: readonly string[];
  readonly namesOf: NamesOf;
  readonly text: OwnText;
  readonly signal: AbortSignal;
}

interface Named {
  readonly id: string;
  readonly hardwareType?: string | undefined;
}

/** What the service says of the devices of a watch. Rejects where it cannot be asked. */
export async function watchedDevices(asked: Asked): Promise<WatchedNow> {
  const { account, config, measures, signal } = asked;
  const directory = await account.directory();
  const all = await directory.devices(signal);
  const known = new Map(all.map((device) => [idKey(device.id), device]));
  const named: readonly Named[] =
    config.target === 'location'
      ? await directory.devicesBelow(config.location, signal)
      : config.devices.map((id) => known.get(idKey(id)) ?? { id });
  if (measures.some(isOfAll)) return { devices: onLegs(named, asked), lacking: [] };
  // Of a device whose type is new only a person can say that it is a charger.
  const isCharger = (type: string | undefined) =>
    type === 'ev-emcb' || (measures.length === 1 && mayBe('ev-emcb', type));
  const devices = named.flatMap(({ id, hardwareType }) =>
    watchedAs(
      id,
      measures.filter((name) => name !== 'charger' || isCharger(hardwareType)),
    ),
  );
  const isWatched = new Set(devices.map(({ deviceId }) => deviceId));
  const lacking = config.target === 'location' ? [] : named.filter(({ id }) => !isWatched.has(id)).map(({ id }) => id);
  return { devices, lacking };
}

/** What is known without the service: the picked devices, and what was watched before. */
export function devicesUnlisted(asked: Asked, error: unknown): WatchedNow {
  const { config, measures, remembered } = asked;
  const before = remembered.map(parseSubject);
  const ids = config.target === 'location' ? [...new Set(before.map(({ deviceId }) => deviceId))] : config.devices;
  if (measures.some(isOfAll)) {
    // The subject of all of them does not say which they are.
    if (config.target === 'location') throw error;
    return {
      devices: onLegs(
        config.devices.map((id) => ({ id })),
        asked,
      ),
      lacking: [],
      unlisted: error,
    };
  }
  const devices = ids.flatMap((id) => {
    const own = before.flatMap(({ deviceId, measure }) => (idKey(deviceId) === idKey(id) ? measure : []));
    // Of a device that is new nobody knows whether it is a charger.
    const isLikely = (name: MeasureName) =>
      own.length > 0 ? own.includes(name) : name !== 'charger' || measures.length === 1;
    return watchedAs(id, measures.filter(isLikely));
  });
  if (devices.length === 0) throw error;
  return { devices, lacking: [], unlisted: error };
}

const watchedAs = (deviceId: string, own: readonly MeasureName[]): WatchedDevice[] =>
  own.length === 0 ? [] : [{ deviceId, measures: own }];

/** What feeds in loads no leg. A circuit whose leg nobody has entered would make each of them a wrong one. */
function onLegs(named: readonly Named[], { account, measures, namesOf, text }: Asked): WatchedDevice[] {
  const directory = account.circuits.now();
  const loads = named.filter(({ id }) => directory.circuitOf(id)?.feedsIn !== true);
  const unknown = loads.filter(({ id }) => directory.circuitOf(id)?.leg === undefined);
  if (unknown.length === 0 && loads.length > 0) return loads.flatMap(({ id }) => watchedAs(id, measures));
  const names = unknown.map(({ id }) => calledOf(id, namesOf(id))).join(', ');
  throw invalidInput('the legs are not known', [
    problem('', 'legs', loads.length === 0 ? text('legs.none') : text('legs.unknown', { names })),
  ]);
}
