import { type CronField, type CronFieldName, cronFieldNames, parseCronField } from './cron-field';
import type { Checked, ScheduleProblem } from './problem';

/** Twice the length of a cron with every minute, hour, day and month written out. */
const maxLength = 1_000;

/** A parsed Unix cron text (spec 4.4 `cronSchedule`). */
export interface Cron {
  /** The five fields with single blanks between them. */
  text: string;
  fields: Readonly<Record<CronFieldName, CronField>>;
  /**
   * How the two day fields combine. crontab(5): "If both fields are restricted (i.e., do not contain the "*" character),
   * the command will be run when either field matches the current time"; otherwise both have to match. As in Vixie cron
   * a field is unrestricted if it begins with `*`.
   */
  dayRule: 'either' | 'both';
}

/**
 * Reads exactly the five fields of Unix cron: minute, hour, day of month, month, day of week (spec 2.8, 4.4).
 * Lists, ranges, steps, names of months and days and 7 for Sunday are valid; nicknames (`@daily`), seconds, years and
 * the `L W # ?` of other dialects are refused. All problems are listed, each with the field it is in.
 */
export function parseCron(text: string): Checked<Cron> {
  const texts = text.trim().split(/\s+/);
  const shape = shapeProblem(text.trim(), texts.length);
  if (shape !== undefined) return { ok: false, problems: [shape] };

  const fields = new Map<CronFieldName, CronField>();
  const problems: ScheduleProblem[] = [];
  cronFieldNames.forEach((name, index) => {
    const field = parseCronField(name, texts[index] ?? '');
    if (Array.isArray(field)) problems.push(...field);
    else fields.set(name, field);
  });
  const [minute, hour, dayOfMonth, month, dayOfWeek] = cronFieldNames.map((name) => fields.get(name));
  if (!minute || !hour || !dayOfMonth || !month || !dayOfWeek) return { ok: false, problems };
  return {
    ok: true,
    value: {
      text: texts.join(' '),
      fields: { minute, hour, dayOfMonth, month, dayOfWeek },
      dayRule: dayOfMonth.wildcard || dayOfWeek.wildcard ? 'both' : 'either',
    },
  };
}

function shapeProblem(text: string, count: number): ScheduleProblem | undefined {
  const problem = (code: string, params: ScheduleProblem['params'], message: string): ScheduleProblem => ({
    field: 'cron',
    code,
    params,
    message,
  });
  if (text === '') return problem('missing', {}, 'a cron schedule is needed, for example "0 8 * * 1-5"');
  if (text.startsWith('@')) return problem('nickname', { text }, `write the five fields instead of ${text}`);
  if (text.length > maxLength)
    return problem('too-long', { max: maxLength }, `must have at most ${maxLength} characters`);
  if (count === 5) return undefined;
  const hint = count === 6 || count === 7 ? '; seconds and years are not part of Unix cron' : '';
  return problem('field-count', { count }, `five fields are needed, there are ${count}${hint}`);
}
