import type { Condition } from '../../src/watch';

/** What a condition looks like beside a curve, in the unit of what is watched. */
export interface PlotLevels {
  readonly thresholds: readonly number[];
  readonly atOnce?: number;
  /** Dead bands: within them nothing changes. */
  readonly bands: readonly (readonly [from: number, to: number])[];
}

export function plotLevels(condition: Condition): PlotLevels {
  switch (condition.kind) {
    case 'above': {
      const { value, wellAt, atOnce } = condition;
      return { thresholds: [value], bands: [[wellAt, value]], ...(atOnce === undefined ? {} : { atOnce }) };
    }
    case 'below':
      return { thresholds: [condition.value], bands: [[condition.value, condition.wellAt]] };
    case 'outside': {
      const { from, to, wellFrom, wellTo } = condition;
      return {
        thresholds: [from, to],
        bands: [
          [from, wellFrom],
          [wellTo, to],
        ],
      };
    }
    case 'within': {
      const { from, to, wellFrom, wellTo } = condition;
      return {
        thresholds: [from, to],
        bands: [
          [wellFrom, from],
          [to, wellTo],
        ],
      };
    }
    case 'cycles':
    case 'starts':
    case 'finished':
      return { thresholds: [condition.runsAbove], bands: [[condition.restsBelow, condition.runsAbove]] };
    case 'is':
    case 'changes':
    case 'report':
    case 'ends':
      return { thresholds: [], bands: [] };
  }
}
