import type { ScheduleProblem } from './problem';

export type CronSentence =
  | 'cron'
  | 'cronDayOfMonth'
  | 'cronDayOfWeek'
  | 'cronFields'
  | 'cronHour'
  | 'cronMinute'
  | 'cronMonth'
  | 'cronNickname'
  | 'tooLong';

const ofField = {
  minute: 'cronMinute',
  hour: 'cronHour',
  dayOfMonth: 'cronDayOfMonth',
  month: 'cronMonth',
  dayOfWeek: 'cronDayOfWeek',
} as const;

/** The key of the sentence that says what is wrong with a cron, and what is allowed there; its values are in `params`. */
export function cronSentence({ field, code }: ScheduleProblem): CronSentence {
  if (Object.hasOwn(ofField, field)) return ofField[field as keyof typeof ofField];
  switch (code) {
    case 'nickname':
      return 'cronNickname';
    case 'field-count':
      return 'cronFields';
    case 'too-long':
      return 'tooLong';
    default:
      return 'cron';
  }
}
