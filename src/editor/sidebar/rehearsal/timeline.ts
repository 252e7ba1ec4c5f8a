import type { RehearsalResult, RehearsedEvent } from '../../../admin-api';
import { linearScale, pathOf } from '../../../plot';
import { element } from '../..';
import { powerText } from '../time-text';
import { clockText, type Look } from './look';

type Circuit = RehearsalResult['circuits'][number];

const size = { width: 600, height: 40 };
/** Of what a circuit is made for: from here on its limit is drawn, because a smaller load would be a line at zero. */
const nearLimit = 0.4;
const shownCircuits = 6;
const axisLabels = 5;
const namespace = 'http://www.w3.org/2000/svg';

/** The power of each circuit with its limit and what was switched, those on which something happened first. */
export function timeline(look: Look, isFolded: boolean): HTMLElement[] {
  const { circuits, events } = look.result;
  const ofCircuit = (circuit: Circuit) =>
    events.filter(({ kind, devices }) => (kind === 'command' || kind === 'moved') && devices?.includes(circuit.label));
  const rows = circuits
    .map((circuit) => ({ circuit, marks: ofCircuit(circuit), peakW: peakOf(circuit) }))
    .sort((one, other) => other.marks.length - one.marks.length || other.peakW - one.peakW);
  const drawn = rows.map(({ circuit, marks, peakW }) => row(circuit, marks, peakW, look));
  const [first, rest] = isFolded ? [drawn.slice(0, shownCircuits), drawn.slice(shownCircuits)] : [drawn, []];
  return [
    element('div', { class: 'breakerflow-secondary' }, [look.words.text('rehearsal.legend')]),
    axis(look),
    ...first,
    ...(rest.length === 0
      ? []
      : [
          element('details', {}, [
            element('summary', {}, [look.words.text('rehearsal.moreCircuits', { count: rest.length })]),
            ...rest,
          ]),
        ]),
  ];
}

const peakOf = ({ watts }: Circuit) => watts.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

function axis(look: Look): HTMLElement {
  const { fromMs, toMs } = look.span;
  const at = (index: number) => fromMs + ((toMs - fromMs) * index) / (axisLabels - 1);
  const minute = (ms: number) => Math.round(ms / 60_000) * 60_000;
  return element(
    'div',
    { class: 'breakerflow-rehearsal-axis', 'aria-hidden': 'true' },
    Array.from({ length: axisLabels }, (_, index) => element('span', {}, [clockText(minute(at(index)), look)])),
  );
}

function row(circuit: Circuit, marks: readonly RehearsedEvent[], peakW: number, look: Look): HTMLElement {
  const { words } = look;
  const { label, ratedW } = circuit;
  const summary = words.text('rehearsal.circuit', {
    peak: powerText(peakW, words.language),
    rated: powerText(ratedW, words.language),
  });
  return element('figure', { class: 'breakerflow-rehearsal-circuit' }, [
    element('figcaption', { class: 'breakerflow-line' }, [
      element('span', {}, [label]),
      element('span', { class: 'breakerflow-secondary' }, [summary]),
    ]),
    drawing(circuit, marks, { peakW, look, label: `${label}: ${summary}` }),
  ]);
}

function drawing(
  { watts, ratedW }: Circuit,
  marks: readonly RehearsedEvent[],
  { peakW, look, label }: { readonly peakW: number; readonly look: Look; readonly label: string },
): Element {
  const { span, result } = look;
  const { fromMs, stepMs } = result;
  const hasLimit = peakW > nearLimit * ratedW;
  const highest = Math.max(1, peakW, hasLimit ? ratedW : 0) * 1.05;
  const lowest = Math.min(0, ...watts) * 1.05;
  const y = linearScale([lowest, highest], [size.height, 0]);
  const time = linearScale([span.fromMs, span.toMs], [0, size.width]);
  const first = Math.max(0, Math.floor((span.fromMs - fromMs) / stepMs));
  const seen = watts.slice(first, Math.ceil((span.toMs - fromMs) / stepMs) + 1);
  const start = (fromMs + first * stepMs - span.fromMs) / stepMs;
  const x = linearScale([-start, -start + (span.toMs - span.fromMs) / stepMs], [0, size.width]);
  const level = (watt: number, name: string) =>
    svg('line', { class: name, x1: 0, x2: size.width, y1: y.toPixel(watt), y2: y.toPixel(watt) });
  return svg(
    'svg',
    {
      ...{ viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: 'none' },
      ...{ role: 'img', 'aria-label': label },
    },
    [
      level(0, 'breakerflow-zero'),
      ...(hasLimit ? [level(ratedW, 'breakerflow-limit')] : []),
      ...(seen.length === 0 ? [] : [svg('path', { class: 'breakerflow-power-line', d: pathOf(seen, x, y) })]),
      ...marks
        .filter(({ at }) => at >= span.fromMs && at <= span.toMs)
        .map((mark) => markLine(mark, Math.round(time.toPixel(mark.at) * 10) / 10, look)),
    ],
  );
}

/** What was commanded goes from the top to the middle, what moved over the whole height. */
function markLine(mark: RehearsedEvent, x: number, look: Look): Element {
  const { kind, at, position = 'closed', isBad = false } = mark;
  const name = `breakerflow-mark-${isBad ? 'bad' : position}`;
  const y2 = kind === 'command' ? size.height / 2 : size.height;
  return svg('line', { class: name, x1: x, x2: x, y1: 0, y2, 'data-at': at }, [
    svg('title', {}, [`${clockText(at, look)} ${eventText(mark, look)}`]),
  ]);
}

const movers = { 'remote-command': 'command', trip: 'trip', manual: 'manual' } as const;

/** What happened, without its time and its node. */
export function eventText(event: RehearsedEvent, { words }: Pick<Look, 'words'>): string {
  const { kind, text, outcome, node, devices = [], position, reason, way = [] } = event;
  const name = devices.join(', ');
  switch (kind) {
    case 'moved': {
      if (text === 'charging-began' || text === 'charging-stopped')
        return words.text(`rehearsal.${text === 'charging-began' ? 'began' : 'stopped'}`, { name });
      const by = Object.entries(movers).find(([source]) => source === text)?.[1];
      const who = by === undefined ? text : words.text(`rehearsal.by.${by}`);
      return `${name}: ${words.text(`position.${position ?? 'unknown'}`)} (${who})`;
    }
    case 'command': {
      const what = position === undefined ? text : words.text(`rehearsal.${position === 'open' ? 'open' : 'close'}`);
      // A way of one node, and a reason that only names it, say no more than the link to it.
      const asked = reason?.endsWith(` / ${node?.name}`) === true ? undefined : reason;
      const why = [way.length > 1 ? way.join(' > ') : '', asked].filter(Boolean).join(': ');
      return `${name}: ${what}, ${outcome}${why === '' ? '' : `. ${words.text('rehearsal.because', { why })}`}`;
    }
    default:
      return text;
  }
}

function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly (Node | string)[] = [],
): Element {
  const created = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, String(value));
  created.append(...children);
  return created;
}
