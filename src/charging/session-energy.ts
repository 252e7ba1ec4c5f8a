/** Energy within a time span; where in it is not known. */
export interface EnergyStretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly wh: number;
}

/** A part of the session that no report covers. */
interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  /** The power before and after it, as reported; absent at the ends of the session. */
  readonly before?: number;
  readonly after?: number;
  /** After the last report with energy, in which a full car is plugged in as a rule. */
  readonly isTail: boolean;
}

const hourMs = 3_600_000;

/** Two counters of one charger may differ by this part of the energy; what reports miss beyond it was charged in gaps. */
const counterTolerance = 0.2;

/** The most that a charger can take, 32 A at 240 V: a gap holds no more. */
const mostW = 7_680;

/**
 * Where in a session its energy was charged: `reports` are those of its meter, in order of time and within the session;
 * a report of 0 Wh tells that nothing was charged. What they miss goes, in this order,
 * - into gaps between reports, at the power around them;
 * - where more is missing than two counters differ, into all gaps at the power beside them, then at the charger's most,
 *   and after the last report with energy only what is left then;
 * - in proportion onto all that is known: counters differ. So does what the reports tell too much.
 */
export function sessionEnergy(
  reports: readonly EnergyStretch[],
  energyWh: number,
  fromMs: number,
  toMs: number,
): readonly EnergyStretch[] {
  const gaps = gapsOf(reports, fromMs, toMs);
  const early = gaps.filter(({ isTail }) => !isTail);
  const tail = gaps.filter(({ isTail }) => isTail);
  const filled = new Map<Gap, number>();
  let restWh = energyWh - whOf(reports);
  const fill = (some: readonly Gap[], powerOf: (gap: Gap) => number) => {
    const roomWh = some.map((gap) => Math.max(0, powerOf(gap) * hoursOf(gap) - (filled.get(gap) ?? 0)));
    const allWh = roomWh.reduce((total, wh) => total + wh, 0);
    const takenWh = Math.min(restWh, allWh);
    if (takenWh <= 0) return;
    some.forEach((gap, index) => {
      filled.set(gap, (filled.get(gap) ?? 0) + (takenWh * (roomWh[index] ?? 0)) / allWh);
    });
    restWh -= takenWh;
  };
  fill(early.filter(isBetween), powerAround);
  if (restWh > counterTolerance * energyWh) {
    fill(early, powerAround);
    if (restWh > counterTolerance * energyWh) {
      fill(early, () => mostW);
      fill(tail, () => mostW);
    }
  }
  const known = [...reports, ...[...filled].map(([{ fromMs, toMs }, wh]) => ({ fromMs, toMs, wh }))];
  const knownWh = whOf(known);
  if (knownWh === 0) return energyWh > 0 ? [{ fromMs, toMs, wh: energyWh }] : [];
  return known.map((stretch) => ({ ...stretch, wh: (stretch.wh * energyWh) / knownWh })).filter(({ wh }) => wh > 0);
}

/** The most that could be charged while nothing was reported, Wh. */
export function unreportedWh(reports: readonly EnergyStretch[], fromMs: number, toMs: number): number {
  return gapsOf(reports, fromMs, toMs).reduce((total, gap) => total + mostW * hoursOf(gap), 0);
}

function gapsOf(reports: readonly EnergyStretch[], fromMs: number, toMs: number): Gap[] {
  const lastWithEnergy = reports.reduce((last, { toMs, wh }) => (wh > 0 ? Math.max(last, toMs) : last), fromMs);
  const gaps: Gap[] = [];
  let at = fromMs;
  let before: number | undefined;
  const close = (untilMs: number, after: number | undefined) => {
    if (untilMs <= at) return;
    const isTail = reports.length > 0 && at >= lastWithEnergy && lastWithEnergy > fromMs;
    gaps.push({
      ...{ fromMs: at, toMs: untilMs, isTail },
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  };
  for (const report of reports) {
    const power = report.wh / hoursOf(report);
    close(report.fromMs, power);
    at = Math.max(at, report.toMs);
    before = power;
  }
  close(toMs, undefined);
  return gaps;
}

const hoursOf = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => (toMs - fromMs) / hourMs;

const isBetween = ({ before, after }: Gap) => before !== undefined && after !== undefined;

/** The mean of the power before and after a gap. */
function powerAround({ before, after }: Gap): number {
  return ((before ?? after ?? 0) + (after ?? before ?? 0)) / 2;
}

export function whOf(stretches: readonly EnergyStretch[]): number {
  return stretches.reduce((total, { wh }) => total + wh, 0);
}
