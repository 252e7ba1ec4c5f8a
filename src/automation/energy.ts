import type { MeterMemory } from './meter-memory';
import type { ManagerSettings, Now } from './settings';
import type { ManagerState } from './state';

const hourMs = 3_600_000;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** What the group has drawn so far, Wh, less what it fed in; only differences mean something. Undefined: not known. */
export function groupEnergyWh(draft: ManagerState, settings: ManagerSettings, { wallMs }: Now): number | undefined {
  const [group] = settings.groups;
  if (group === undefined) return undefined;
  const { of } = group;
  if (of.kind === 'meter') return netWh(draft.meters[of.deviceId], 1);
  if (of.kind === 'message') return undefined;
  let energyWh = (sumOf(of.notMeasured) * settings.volts * wallMs) / hourMs;
  for (const { deviceId, feedsIn } of of.circuits) {
    const own = netWh(draft.meters[deviceId], feedsIn === true ? -1 : 1);
    if (own === undefined) return undefined;
    energyWh += own;
  }
  return energyWh;
}

function netWh(memory: MeterMemory | undefined, sign: 1 | -1): number | undefined {
  const { counters } = memory ?? {};
  if (counters === undefined) return undefined;
  // Of a load its own feed-in is none, and what a feed-in draws is nothing that the tariff counts twice.
  return sign === 1 ? sumOf(counters.delivered) : -sumOf(counters.generated);
}
