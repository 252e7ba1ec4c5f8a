import type { ChargeWindow, CurrentPace, Tariff, TariffBand, WindowZones } from '../../src/charging';
import type { ChargerChange } from '../../src/control';
import { defined } from '../../src/object';

/** The dialog fields of a change of a charger's configuration. */
export interface ChargerForm {
  readonly mode: 'keep' | NonNullable<ChargerChange['mode']>;
  readonly charging: 'keep' | 'on' | 'off';
  readonly currentLimit: number | undefined;
  readonly currentNoLimit: boolean;
  readonly energyLimit: number | undefined;
  readonly energyNoLimit: boolean;
  readonly offline: string;
  readonly manualOverride: 'keep' | 'on' | 'off';
  readonly setWindows: boolean;
  readonly windows: string;
}

/** The change in the service's format; fields that keep their value are omitted. spec 4.7 */
export function changeOfForm(form: ChargerForm): ChargerChange {
  const maxCurrent = form.currentNoLimit ? 0 : form.currentLimit;
  const maxEnergy = form.energyNoLimit ? 0 : form.energyLimit;
  const restrictions = {
    ...defined({ maxCurrent, maxEnergy }),
  };
  const apiConfiguration = {
    ...(form.charging === 'keep' ? {} : { enabled: form.charging === 'on' }),
    ...(isEmpty(restrictions) ? {} : { restrictions }),
  };
  const configuration = {
    ...(isEmpty(apiConfiguration) ? {} : { apiConfiguration }),
    ...(form.setWindows ? { windowConfiguration: { windows: JSON.parse(form.windows) as MutableWindow[] } } : {}),
    ...(form.offline === 'keep' ? {} : { offlineConfiguration: { mode: form.offline } }),
    ...(form.manualOverride === 'keep'
      ? {}
      : { manualOverrideConfiguration: { featureEnabled: form.manualOverride === 'on' } }),
  };
  return {
    ...(form.mode === 'keep' ? {} : { mode: form.mode }),
    ...(isEmpty(configuration) ? {} : { configuration }),
  };
}

/** The zones of the windows that a node draws; undefined if it draws none, or draws them in the clock of the charger. */
export function windowZonesOf(form: {
  readonly action: string;
  readonly changeFrom: string;
  readonly setWindows: boolean;
  readonly drawnZone: string;
  readonly windowZone: string;
}): WindowZones | undefined {
  const draws = form.action === 'changeConfiguration' && form.changeFrom === 'form' && form.setWindows;
  if (!draws || form.drawnZone === '') return undefined;
  return { drawn: form.drawnZone, charger: form.windowZone };
}

type MutableWindow = NonNullable<
  NonNullable<ChargerChange['configuration']>['windowConfiguration']
>['windows'][number] &
  ChargeWindow;

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** The dialog fields for following a current. Times in seconds. */
export interface PaceForm {
  readonly minChange: number | undefined;
  readonly minInterval: number | undefined;
  readonly below: CurrentPace['below'];
  readonly pauseAfter: number | undefined;
  readonly resumeAbove: number | undefined;
  readonly resumeAfter: number | undefined;
  readonly mostCurrent: number | undefined;
  readonly reduceAtOnce: boolean;
}

export function paceOfForm(form: PaceForm): CurrentPace {
  return {
    minChangeA: form.minChange ?? 1,
    minIntervalMs: (form.minInterval ?? 15) * 1000,
    below: form.below,
    pauseAfterMs: (form.pauseAfter ?? 180) * 1000,
    resumeAboveA: form.resumeAbove ?? 7,
    resumeAfterMs: (form.resumeAfter ?? 60) * 1000,
    ...defined({ mostA: form.mostCurrent }),
    reduceAtOnce: form.reduceAtOnce,
  };
}

/** The dialog fields of a tariff. */
export interface TariffForm {
  readonly price: number | undefined;
  readonly tariffZone: string;
  readonly bands: string;
}

export function tariffOfForm({ price, tariffZone, bands }: TariffForm): Tariff {
  return { timeZone: tariffZone, pricePerKwh: price ?? 0, bands: JSON.parse(bands) as TariffBand[] };
}
