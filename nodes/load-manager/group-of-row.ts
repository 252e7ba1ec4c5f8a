import type { GroupSettings } from '../../src/automation';
import { idKey } from '../../src/directory';
import type { FormProblem } from './form-problem';
import type { GroupRow } from './rows.fields';
import { meterTotal, sumTotal, type TotalSite } from './total-of-form';

interface GroupSite extends TotalSite {
  /** The devices at or below a location. */
  readonly below: (location: string) => readonly string[];
  /** Those of the list of loads. */
  readonly loads: readonly string[];
  /** A value of the dialog in the unit of the decisions. */
  readonly inBase: (value: unknown) => number | undefined;
}

/** A further limit: the loads behind it are those at or below its location, or those that its row names. */
export function groupOfRow(row: GroupRow, site: GroupSite): GroupSettings {
  const { name, limit, of, location = '', meter = '', loads = [] } = row;
  const below = of === 'location' ? site.below(location) : [];
  const behind = new Set((of === 'location' ? below : loads).map(idKey));
  return {
    id: name.trim(),
    limit: site.inBase(limit) ?? Number.NaN,
    of: of === 'location' ? sumTotal(row, below, site) : meterTotal(meter, site),
    loads: site.loads.filter((deviceId) => behind.has(idKey(deviceId))),
  };
}

/** What only the devices of the account can show to be wrong with the further limits. */
export function groupSiteProblems(
  rows: readonly GroupRow[],
  groups: readonly GroupSettings[],
  isKnown: (deviceId: string) => boolean,
): FormProblem[] {
  return rows.flatMap(({ of, meter = '' }, row): FormProblem[] => {
    const at = { field: 'groups', row } as const;
    return [
      ...(of === 'meter' && !isKnown(meter)
        ? [{ ...at, column: 'meter', deviceId: meter, key: 'loadGone' } as const]
        : []),
      // Nothing could be opened for it: it would only alarm.
      ...(groups[row]?.loads?.length === 0
        ? [{ ...at, column: of === 'meter' ? 'behind' : 'location', key: 'groupNoLoads' } as const]
        : []),
    ];
  });
}
