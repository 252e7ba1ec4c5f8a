import type { AnswerOf } from '../../catalog';
import { defined } from '../../object';
import type { DescribedDevice } from '../../simulator';

/** What the latest data of a device tell for its description. */
export interface DescribedData {
  readonly ratings: Pick<DescribedDevice, 'ratedA' | 'poles'>;
  readonly state: Pick<DescribedDevice, 'online' | 'remoteHandle' | 'mainHandle' | 'settings'>;
}

const positionOf = (isClosed: boolean | undefined) =>
  isClosed === undefined ? undefined : isClosed ? ('closed' as const) : ('open' as const);

/** Ratings, handles and settings of a device from its latest data; what is not told, or makes no sense, is absent. spec 2.6 */
export function describedData(data: AnswerOf<'deviceData.get'>): DescribedData {
  const { breaker, device, meter, telemetry, bargraph } = data;
  const { ratedCurrent, numPoles, mainHandlePosition } = breaker?.metadata ?? {};
  const ratedA = ratedCurrent?.val;
  const poles = numPoles?.val;
  const reports = telemetry?.settings;
  const alignment = oneOf(['none', 'clock'], reports?.alignment?.val);
  const rate = reports?.dataReportRate?.val;
  const threshold = meter?.settings?.loadPresentThreshold?.val;
  const bargraphMode = oneOf(['track-meter-data', 'user-defined'], bargraph?.settings?.mode?.val);
  return {
    ratings: {
      ...(ratedA !== undefined && ratedA >= 1 && ratedA <= 1_000 ? { ratedA } : {}),
      ...(poles === 1 || poles === 2 ? { poles } : {}),
    },
    state: {
      ...defined({
        online: device?.metadata?.isConnected?.val,
        remoteHandle: positionOf(breaker?.settings?.remoteHandlePosition?.val),
        mainHandle: positionOf(mainHandlePosition?.val),
      }),
      settings: {
        ...defined({ alignment, bargraphMode }),
        ...(threshold !== undefined && threshold >= 1 ? { loadPresentThreshold: Math.round(threshold) } : {}),
        ...(rate !== undefined && rate >= 1 ? { dataReportRate: Math.round(rate) } : {}),
        ...defined({ bargraphColors: plain(bargraph?.settings?.colors?.val) }),
        ...defined({ waveformConfiguration: byPhaseNumber(meter?.settings?.waveformConfiguration?.val) }),
      },
    },
  };
}

const oneOf = <const V extends string>(values: readonly V[], value: string | undefined) =>
  values.find((known) => known === value);

const plain = (value: object | undefined) => (value === undefined ? undefined : { ...value });

/** Device data name the phases A and B what the setting calls 0 and 1. spec 2.3 */
function byPhaseNumber(thresholds: object | undefined): Record<string, unknown> | undefined {
  if (thresholds === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(thresholds).map(([name, value]) => [name.replace(/^pA/, 'p0').replace(/^pB/, 'p1'), value]),
  );
}
