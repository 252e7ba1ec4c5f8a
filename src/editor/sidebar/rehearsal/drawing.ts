import type { RehearsedEvent } from '../../../admin-api';
import { linearScale, pathOf, type Scale } from '../../../plot';
import { eventText } from './event-text';
import { clockText, type Look } from './look';

/** A value a minute; null while it was not known. */
interface Line {
  /** Tells it from the others where there are several. */
  readonly title?: string;
  readonly values: readonly (number | null)[];
}

/** A limit from one instant to another one, epoch milliseconds. */
export interface LimitStretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  /** Said on it; without one it only is drawn. */
  readonly title?: string;
}

interface Drawn {
  readonly lines: readonly Line[];
  /** In order of time. */
  readonly limits: readonly LimitStretch[];
  readonly marks: readonly RehearsedEvent[];
  readonly label: string;
}

const size = { width: 600, height: 40 };
const namespace = 'http://www.w3.org/2000/svg';

/** Values over the span of a look, with their limit and what was switched. */
export function drawing({ lines, limits, marks, label }: Drawn, look: Look): Element {
  const { span } = look;
  const inSpan = limits.filter(({ fromMs, toMs }) => fromMs <= span.toMs && toMs >= span.fromMs);
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const most = known.reduce((high, value) => Math.max(high, Math.abs(value)), 1);
  const highest = limits.reduce((high, { limit }) => Math.max(high, limit), most) * 1.05;
  const lowest = known.reduce((low, value) => Math.min(low, value), 0) * 1.05;
  const y = linearScale([lowest, highest], [size.height, 0]);
  const time = linearScale([span.fromMs, span.toMs], [0, size.width]);
  return svg(
    'svg',
    {
      ...{ viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: 'none' },
      ...{ role: 'img', 'aria-label': label },
    },
    [
      svg('line', { class: 'breakerflow-zero', x1: 0, x2: size.width, y1: y.toPixel(0), y2: y.toPixel(0) }),
      ...limitParts(inSpan, time, y),
      ...lines.map((line) => valueLine(line, y, look)),
      ...marks
        .filter(({ at }) => at >= span.fromMs && at <= span.toMs)
        .map((mark) => markLine(mark, tenths(time.toPixel(mark.at)), look)),
    ],
  );
}

/** One dashed line with its steps; a wider one that is not seen lies on each stretch, so that a pointer meets its title. */
function limitParts(stretches: readonly LimitStretch[], time: Scale, y: Scale): Element[] {
  if (stretches.length === 0) return [];
  const x = (atMs: number) => tenths(Math.max(0, Math.min(size.width, time.toPixel(atMs))));
  const placed = stretches.map(({ fromMs, toMs, limit, title }) => ({
    ...{ x1: x(fromMs), x2: x(toMs), level: tenths(y.toPixel(limit)), title },
  }));
  const d = placed.map(({ x1, x2, level }, index) => {
    const goesOn = index > 0 && placed[index - 1]?.x2 === x1;
    return `${goesOn ? `V${level}` : `M${x1} ${level}`}H${x2}`;
  });
  const titled = placed.filter(({ title }) => title !== undefined);
  return [
    svg('path', { class: 'breakerflow-limit', d: d.join('') }),
    ...titled.map(({ x1, x2, level, title = '' }) =>
      svg('line', { class: 'breakerflow-limit-title', x1, x2, y1: level, y2: level }, [svg('title', {}, [title])]),
    ),
  ];
}

function valueLine({ values, title }: Line, y: Scale, { span, result: { fromMs, stepMs } }: Look): Element {
  const first = Math.max(0, Math.floor((span.fromMs - fromMs) / stepMs));
  const end = Math.ceil((span.toMs - fromMs) / stepMs) + 1;
  const d = stretchesOf(values.slice(first, end)).map(({ from, known }) => {
    const start = (fromMs + (first + from) * stepMs - span.fromMs) / stepMs;
    const x = linearScale([-start, -start + (span.toMs - span.fromMs) / stepMs], [0, size.width]);
    return pathOf(known, x, y);
  });
  return svg(
    'path',
    { class: 'breakerflow-power-line', d: d.join('') },
    title === undefined ? [] : [svg('title', {}, [title])],
  );
}

/** The stretches in which the value is known. */
function stretchesOf(values: readonly (number | null)[]): { from: number; known: number[] }[] {
  const stretches: { from: number; known: number[] }[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const last = stretches.at(-1);
    if (last !== undefined && last.from + last.known.length === index) last.known.push(value);
    else stretches.push({ from: index, known: [value] });
  }
  return stretches;
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

const tenths = (pixel: number) => Math.round(pixel * 10) / 10;

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
