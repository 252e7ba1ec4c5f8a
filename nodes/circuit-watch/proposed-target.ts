import { type SiteTree, wholeLocation } from '../../src/admin-api';
import { loadTypeWord } from '../../src/automation';
import type { Circuit } from '../../src/directory';
import type { FormPreset } from './preset-form';

/** What a dialog proposes to watch. */
export interface ProposedTarget {
  readonly target: 'devices' | 'location';
  readonly location: string;
  readonly devices: readonly string[];
}

/** What a new node watches. */
export const nothingPicked: ProposedTarget = { target: 'devices', location: '', devices: [] };

/** The types of load that a preset is of, `loadDetails.type`. spec 2.2 */
const loadTypes: Readonly<Partial<Record<FormPreset, readonly string[]>>> = {
  freezer: ['freezer', 'refrigerator', 'fridge'],
  sumpPump: ['sump-pump'],
  dryPump: ['pump', 'pool-pump', 'sump-pump', 'well-pump'],
  finished: ['washer', 'washing-machine', 'dryer', 'dishwasher'],
  leftOn: ['oven', 'range', 'stove', 'cooktop', 'hob'],
};

/**
 * Whom a preset is for: the circuits of its types of load, or all devices of the one site of the account. Undefined where the
 * preset is for no one in particular.
 */
export function proposedTarget(
  preset: FormPreset,
  tree: SiteTree,
  circuitOf: (deviceId: string) => Circuit | undefined,
): ProposedTarget | undefined {
  if (preset === 'own' || preset === 'endings') return undefined;
  const types = loadTypes[preset];
  if (types !== undefined) {
    const isOfType = ({ loadType }: SiteTree['devices'][number]) =>
      loadType !== undefined && types.includes(loadTypeWord(loadType));
    return { ...nothingPicked, devices: tree.devices.filter(isOfType).map(({ id }) => id) };
  }
  const devices = preset === 'voltage' ? oneOfEachLeg(tree, circuitOf) : [];
  if (devices.length > 0) return { ...nothingPicked, devices };
  const location = wholeLocation(tree);
  return location === undefined ? nothingPicked : { target: 'location', location, devices: [] };
}

/** All circuits of a leg have its voltage: told by each of them it would be the same news many times. */
function oneOfEachLeg({ devices }: SiteTree, circuitOf: (deviceId: string) => Circuit | undefined): string[] {
  const onLeg = (leg: Circuit['leg']) =>
    devices
      .filter(({ id }) => circuitOf(id)?.leg === leg && circuitOf(id)?.feedsIn !== true)
      .slice(0, 1)
      .map(({ id }) => id);
  const [both] = onLeg('both');
  return both === undefined ? [...onLeg('A'), ...onLeg('B'), ...onLeg('C')] : [both];
}
