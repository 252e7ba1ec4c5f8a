import { largest, smallest } from './runs';
import type { Condition } from './settings';
import type { Runs, Value } from './state';

/** `between`: within the dead band. `at-once`: so bad that nothing is waited for. */
export type Verdict = 'bad' | 'at-once' | 'well' | 'between';

/** What a value means for a condition. A value that is no number where one is compared is neither bad nor well. */
export function verdictOf(condition: Condition, value: Value, runs: Runs | undefined): Verdict {
  switch (condition.kind) {
    case 'above': {
      const most = largest(value);
      if (condition.atOnce !== undefined && most >= condition.atOnce) return 'at-once';
      return judged(most > condition.value, most <= condition.wellAt);
    }
    case 'below': {
      const least = smallest(value);
      return judged(least < condition.value, least >= condition.wellAt);
    }
    case 'outside': {
      const { from, to, wellFrom, wellTo } = condition;
      const [least, most] = [smallest(value), largest(value)];
      return judged(least < from || most > to, least >= wellFrom && most <= wellTo);
    }
    case 'within': {
      const { from, to, wellFrom, wellTo } = condition;
      const most = largest(value);
      return judged(most > from && most < to, most <= wellFrom || most >= wellTo);
    }
    case 'is': {
      if (typeof value !== 'string') return 'between';
      const isBad = condition.states.includes(value);
      return judged(isBad, !isBad);
    }
    case 'starts': {
      const { length } = runs?.startsMs ?? [];
      return judged(length > condition.count, length < condition.count);
    }
    case 'cycles':
    case 'finished':
    case 'changes':
    case 'report':
    case 'ends':
      return 'between';
  }
}

const judged = (isBad: boolean, isWell: boolean): Verdict => (isBad ? 'bad' : isWell ? 'well' : 'between');
