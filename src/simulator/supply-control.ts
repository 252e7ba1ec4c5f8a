import { ControlProblem } from './control-problem';
import type { ServiceContext } from './handler';

const bounds = { least: 20, most: 150 };
/** Of older ones history tells as if there had been none. */
const mostEntries = 1_000;

/** What {@link setSupply} has set last, in %. */
export const supplyPercent = ({ state }: Pick<ServiceContext, 'state'>): number => state.supply?.at(-1)?.percent ?? 100;

/** The voltage of the grid from now on, in % of what it would be: a brown-out, or too much. Throws a {@link ControlProblem}. */
export function setSupply({ state, clock }: ServiceContext, percent: number): void {
  if (!(percent >= bounds.least && percent <= bounds.most))
    throw new ControlProblem(400, `percent must be from ${bounds.least} to ${bounds.most}`);
  state.supply = [...(state.supply ?? []), { at: clock.now(), percent }].slice(-mostEntries);
}
