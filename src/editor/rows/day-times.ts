import { type Day, type DayTimes, days } from '../../charging';
import { element } from '..';
import { tickField, timeField } from './row-controls';
import type { DrawnRow } from './row-list';

/** What each dialog with times of the week has among its texts. */
export type DayTimesText = (key: `day.${Day}` | 'column.days' | 'column.from' | 'column.to') => string;

/** The controls of a row that is a stretch of the week. */
export function dayTimesControls<Row extends DayTimes>(
  { row, now, change }: DrawnRow<Row>,
  text: DayTimesText,
): readonly HTMLElement[] {
  const changeTimes = (times: Partial<DayTimes>) => change(times as Partial<Row>);
  const dayTicks = days.map((day) =>
    tickField({
      label: text(`day.${day}`),
      value: row.days.includes(day),
      onChange: (isOn) =>
        changeTimes({ days: days.filter((one): one is Day => (one === day ? isOn : now().days.includes(one))) }),
    }),
  );
  return [
    element('span', { class: 'breakerflow-row-days', role: 'group', 'aria-label': text('column.days') }, dayTicks),
    timeField({ label: text('column.from'), value: row.from, onChange: (from) => changeTimes({ from }) }),
    timeField({ label: text('column.to'), value: row.to, onChange: (to) => changeTimes({ to }) }),
  ];
}
