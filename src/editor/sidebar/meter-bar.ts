import { element } from '..';

/** A name with a text, on one line. */
export function lineOf(title: string, detail = '', { warning = false } = {}): HTMLElement {
  return element('div', { class: `breakerflow-line${warning ? ' breakerflow-failed' : ''}` }, [
    element('span', {}, [title]),
    ...(detail === '' ? [] : [element('span', { class: 'breakerflow-secondary' }, [detail])]),
  ]);
}

/** The same with a bar below it: how much of a limit is used. */
export function meterBar(title: string, text: string, current: number, limit: number): HTMLElement {
  const share = limit > 0 ? Math.min(1, Math.max(0, current / limit)) : 1;
  const bar = element('span', { style: `width: ${Math.round(share * 100)}%` });
  return element('div', {}, [
    lineOf(title, text, { warning: current >= limit }),
    element(
      'div',
      {
        class: `breakerflow-bar${share >= 0.8 ? ' breakerflow-full' : ''}`,
        role: 'meter',
        'aria-label': title,
        'aria-valuemin': '0',
        'aria-valuemax': String(limit),
        'aria-valuenow': String(current),
        'aria-valuetext': text,
      },
      [bar],
    ),
  ]);
}
