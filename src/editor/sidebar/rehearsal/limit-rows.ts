import type { RehearsalResult } from '../../../admin-api';
import { element } from '../..';
import { amountText } from '../manager-words';
import { drawing, type LimitStretch } from './drawing';
import { limitText } from './event-text';
import { clockText, type Look } from './look';

type Limit = RehearsalResult['limits'][number];

/** What a sidebar has room for; all of them stand in the list of what happened. */
const shownChanges = 8;

/** Each limit that a load manager kept, on what it bounds, with what that manager commanded. */
export function limitRows(look: Look): HTMLElement[] {
  return look.result.limits.map((limit) => limitRow(limit, look));
}

function limitRow(limit: Limit, look: Look): HTMLElement {
  const { words, result } = look;
  const { node, group, unit, totals } = limit;
  const peaks = totals.map(({ leg, values }) => {
    const peak = amountText(peakOf(values), unit, words.language);
    return leg === undefined ? peak : `${leg} ${peak}`;
  });
  const name = group === '' ? node.name : `${node.name}: ${group}`;
  const summary = words.text('rehearsal.keptLimit.peak', { peak: peaks.join(', ') });
  const marks = result.events.filter((event) => event.kind === 'command' && event.node?.id === node.id);
  return element('figure', { class: 'breakerflow-rehearsal-circuit', 'data-limit': node.id }, [
    element('figcaption', { class: 'breakerflow-line' }, [
      element('span', {}, [look.node(node.id, name)]),
      element('span', { class: 'breakerflow-secondary' }, [summary]),
    ]),
    drawing(
      {
        lines: totals.map(({ leg, values }) => ({ values, ...(leg === undefined ? {} : { title: leg }) })),
        limits: stretchesOf(limit, look),
        ...{ marks, label: `${name}: ${summary}` },
      },
      look,
    ),
    changeLine(limit, look),
  ]);
}

/** The limit at the start, and each other one with the time from which it was kept. */
function changeLine({ changes, unit, isAverage }: Limit, look: Look): HTMLElement {
  const [first, ...others] = changes.map(({ at, limit }) => ({ at, told: limitText(limit, unit, look) }));
  return element('div', { class: 'breakerflow-secondary' }, [
    `${look.words.text(isAverage ? 'rehearsal.keptLimit.average' : 'rehearsal.keptLimit.limit')} ${first?.told ?? ''}`,
    ...others.slice(0, shownChanges).flatMap(({ at, told }) => ['; ', look.at(at), ` ${told}`]),
    ...(others.length > shownChanges ? ['; …'] : []),
  ]);
}

function stretchesOf({ changes, unit }: Limit, look: Look): LimitStretch[] {
  return changes.flatMap(({ at, limit }, index) => {
    const toMs = changes[index + 1]?.at ?? look.result.toMs;
    if (limit === undefined) return [];
    const times = `${clockText(at, look)} – ${clockText(toMs, look)}`;
    return [{ fromMs: at, toMs, limit, title: `${times}: ${limitText(limit, unit, look)}` }];
  });
}

const peakOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
