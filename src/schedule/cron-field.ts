import type { ScheduleProblem } from './problem';

export type CronFieldName = 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'dayOfWeek';

/** One field of a cron text. */
export interface CronField {
  /** As written. */
  text: string;
  /** What it selects, ascending; days of the week as 0 (Sunday) to 6. */
  values: readonly number[];
  /** crontab(5)'s "wildcard": the field begins with `*`, be it `*` or `*` with a step. */
  wildcard: boolean;
}

interface FieldRule {
  min: number;
  max: number;
  /** How many different values there are: the largest step that makes sense. */
  size: number;
  label: string;
  names: readonly string[];
}

const rules: Record<CronFieldName, FieldRule> = {
  minute: { min: 0, max: 59, size: 60, label: 'minute', names: [] },
  hour: { min: 0, max: 23, size: 24, label: 'hour', names: [] },
  dayOfMonth: { min: 1, max: 31, size: 31, label: 'day of month', names: [] },
  month: {
    min: 1,
    max: 12,
    size: 12,
    label: 'month',
    names: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  dayOfWeek: {
    min: 0,
    max: 7,
    size: 7,
    label: 'day of week',
    names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  },
};

export const cronFieldNames = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

/** Reads one field by the grammar of crontab(5); each item that does not fit is one problem. */
export function parseCronField(field: CronFieldName, text: string): CronField | ScheduleProblem[] {
  const rule = rules[field];
  const problems: ScheduleProblem[] = [];
  let read = text;
  const refuse = (code: string, params: ScheduleProblem['params'], reason: string) => {
    problems.push({ field, code, params: { ...params, item: read }, message: `${rule.label}: ${reason}` });
    return undefined;
  };

  function value(token: string): number | undefined {
    const named = token === '' ? -1 : rule.names.indexOf(token.toLowerCase());
    if (named >= 0) return named;
    if (!/^\d{1,2}$/.test(token)) return refuse('not-a-value', { text: token }, `"${token}" is not a value`);
    const number = Number(token);
    if (number >= rule.min && number <= rule.max) return number;
    const params = { value: number, min: rule.min, max: rule.max };
    return refuse('out-of-range', params, `${number} is not within ${rule.min} to ${rule.max}`);
  }

  function range(span: string): [number, number] | undefined {
    if (span === '*') return [rule.min, rule.max];
    const ends = span.split('-');
    if (ends.length > 2) return refuse('not-a-value', { text: span }, `"${span}" is not a range`);
    const from = value(ends[0] ?? '');
    const to = ends[1] === undefined ? from : value(ends[1]);
    if (from === undefined || to === undefined) return undefined;
    if (from <= to) return [from, to];
    const hint = field === 'dayOfWeek' && to === 0 ? '; Sunday at the end of a range is 7' : '';
    return refuse('range-backwards', { from, to }, `the range ${span} runs backwards${hint}`);
  }

  function step(text: string): number | undefined {
    const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= rule.size) return number;
    return refuse('step-out-of-range', { text, max: rule.size }, `the step "${text}" is not within 1 to ${rule.size}`);
  }

  const selected = new Set<number>();
  for (const item of text.split(',')) {
    const foreign = foreignCharacters(item);
    read = item === '' ? text : item;
    if (item === '') {
      refuse('empty-item', { text }, `"${text}" has an empty item`);
    } else if (foreign !== '') {
      refuse('not-unix-cron', { characters: foreign }, `"${foreign}" is not part of Unix cron`);
    } else {
      const [span = '', stepText, ...rest] = item.split('/');
      if (rest.length > 0) {
        refuse('not-a-value', { text: item }, `"${item}" has more than one step`);
      } else if (stepText !== undefined && span !== '*' && !span.includes('-')) {
        refuse('step-without-range', { text: item }, `the step in "${item}" needs * or a range before it`);
      } else {
        const ends = range(span);
        const every = stepText === undefined ? 1 : step(stepText);
        if (ends !== undefined && every !== undefined) {
          for (let next = ends[0]; next <= ends[1]; next += every) {
            selected.add(field === 'dayOfWeek' ? next % 7 : next);
          }
        }
      }
    }
  }
  if (problems.length > 0) return problems;
  return { text, values: [...selected].sort((a, b) => a - b), wildcard: text.startsWith('*') };
}

/** The `L`, `W`, `LW`, `#` and `?` of Quartz, and other signs that no Unix cron field holds. */
function foreignCharacters(item: string): string {
  return [...new Set(item.match(/(?<![a-z])(?:lw|l|w)(?![a-z])|[^\w*/-]/gi))].join(' ');
}
