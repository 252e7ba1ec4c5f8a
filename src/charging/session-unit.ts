/** The unit in which the service counts the energy of a session, which is not documented. spec 2.11 */
export type EnergyUnit = 'Wh' | 'kWh';

/** How the unit was found: set by a person, by the meter's reports, or taken to be Wh as the account's other energies. */
export type EnergyUnitSource = 'setting' | 'reports' | 'assumed';

export interface SessionWh {
  readonly wh: number;
  readonly unit: EnergyUnit;
  readonly source: EnergyUnitSource;
  /** The reports tell an energy that the counter can have in no unit: more than twice or less than half of it. */
  readonly differs: boolean;
}

/** What the meter reported during a session, and the most that it could have charged while nothing was reported. */
export interface ReportedWh {
  readonly reports: number;
  readonly wh: number;
  readonly unreportedWh: number;
}

/** Below this, Wh, two counts are one. */
const leastWh = 10;

const whPerUnit = { Wh: 1, kWh: 1_000 } as const;

/** The energy that a session counts, held against what the meter reported during it. */
export function sessionWh(counted: number, reported: ReportedWh, setting: EnergyUnit | 'auto'): SessionWh {
  const as = (unit: EnergyUnit, source: EnergyUnitSource): SessionWh => {
    const wh = counted * whPerUnit[unit];
    const fits = reported.wh <= 2 * wh + leastWh && wh <= 2 * reported.wh + reported.unreportedWh + leastWh;
    return { wh, unit, source, differs: reported.reports > 0 && !fits };
  };
  if (setting !== 'auto') return as(setting, 'setting');
  for (const unit of ['Wh', 'kWh'] as const) {
    const found = as(unit, 'reports');
    if (reported.wh > 0 && !found.differs) return found;
  }
  return as('Wh', 'assumed');
}
