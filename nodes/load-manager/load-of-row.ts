import { type GivenLoad, type Leg, loadDefaults, presetOf } from '../../src/automation';
import { days } from '../../src/charging';
import { defined } from '../../src/object';
import type { LoadRow } from './rows.fields';

interface RowContext {
  readonly form: { readonly presets: boolean; readonly opensADay: number | undefined };
  readonly legs: readonly Leg[] | undefined;
  readonly feedsIn: boolean;
  readonly device: { readonly loadType?: string; readonly isProtected?: boolean } | undefined;
}

const hourMs = 3_600_000;

/** A load as its row, the preset of its type, the dialog and the defaults say, in this order. */
export function loadOfRow(row: LoadRow, { form, legs, feedsIn, device }: RowContext): GivenLoad {
  const preset = form.presets ? presetOf(device?.loadType) : {};
  const idleMinutes = given(row.idleAfter);
  return {
    ...preset,
    deviceId: row.deviceId,
    kind: row.kind,
    ...defined({
      legs,
      loadType: device?.loadType,
      leastOnMs: times(row.leastOn, 1_000),
      restMs: times(row.rest, 1_000),
      longestOffMs: times(row.longestOff, hourMs),
      leastA: given(row.leastA),
      mostA: given(row.mostA),
      comesBack: row.comesBack,
      pauseAllowed: row.pauseAllowed,
    }),
    opensADay: given(row.opensADay) ?? form.opensADay ?? loadDefaults.opensADay,
    ...(row.sameRank === true ? { sameRank: true } : {}),
    ...(row.critical === true ? { criticalAllowed: true } : {}),
    ...(feedsIn ? { feedsIn: true } : {}),
    ...(device?.isProtected === true ? { protected: true } : {}),
    ...(idleMinutes === undefined
      ? {}
      : { offWhenIdle: { afterMs: idleMinutes * 60_000, belowA: given(row.idleBelow) ?? 0, ...idleTimes(row) } }),
  };
}

function idleTimes({ idleFrom = '', idleTo = '' }: LoadRow) {
  return idleFrom === '' ? {} : { times: [{ days, from: idleFrom, to: idleTo }] };
}

const given = (value: number | '' | undefined) => (value === '' ? undefined : value);

function times(value: number | '' | undefined, factor: number): number | undefined {
  const number = given(value);
  return number === undefined ? undefined : number * factor;
}
