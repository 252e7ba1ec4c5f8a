import type { DayPoint, WatchedDay } from '../../src/admin-api';
import { decimalsOf, domainOf, linearScale, type Scale, ticksOf } from '../../src/plot';
import type { ReplayedEvent } from '../../src/watch';
import type { PlotLevels } from './plot-levels';

interface DayPlot {
  readonly day: WatchedDay;
  readonly levels: PlotLevels;
  readonly told: readonly ReplayedEvent[];
  readonly widthPx: number;
  readonly language: string;
  /** `14:31` in the zone of the watch. */
  readonly time: (atMs: number) => string;
  /** The plot in words. */
  readonly label: string;
}

const margin = { left: 44, right: 8, top: 8 };
const panelHeight = 140;
const axisHeight = 20;
const hourMs = 3_600_000;

/** The last 24 hours: the mean of each pole, the extremes behind it, thresholds with their dead bands, and what was told. */
export function drawDay({ day, levels, told, widthPx, language, time, label }: DayPlot): SVGElement {
  const { points, fromMs, toMs } = day;
  const width = Math.max(220, widthPx);
  const height = margin.top + panelHeight + axisHeight;
  const bottom = margin.top + panelHeight;
  const x = linearScale([fromMs, toMs], [margin.left, width - margin.right]);
  const y = linearScale(domainOf([points.flatMap(valuesOf), levelValues(levels)]), [bottom, margin.top]);
  const [left, right] = x.range;
  const { values: ticks, step } = ticksOf(y.domain, 5);
  const across = (name: string, value: number) =>
    line(name, { x1: left, x2: right, y1: y.toPixel(value), y2: y.toPixel(value) });
  const poles = points.reduce((most, { value }) => Math.max(most, value.length), 0);
  const tick = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimalsOf(step),
    maximumFractionDigits: decimalsOf(step),
  });
  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label }, [
    ...levels.bands.map(([from, to]) =>
      svg('rect', {
        class: 'breakerflow-day-band',
        ...{ x: left, width: right - left },
        ...{ y: y.toPixel(Math.max(from, to)), height: Math.abs(y.toPixel(from) - y.toPixel(to)) },
      }),
    ),
    ...ticks.flatMap((value) => [
      across('grid', value),
      words(tick.format(value), { x: left - 5, y: y.toPixel(value) + 4, 'text-anchor': 'end' }),
    ]),
    ...hoursOf(day).map((atMs) => words(time(atMs), { x: x.toPixel(atMs), y: height - 5, 'text-anchor': 'middle' })),
    ...extremes(day, x, y),
    ...Array.from({ length: poles }, (_, pole) =>
      path(
        'curve',
        lineOf(day, ({ value }) => value[pole], x, y),
      ),
    ),
    ...levels.thresholds.map((value) => across('threshold', value)),
    ...(levels.atOnce === undefined ? [] : [across('at-once', levels.atOnce)]),
    ...told.map(({ event, toldMs }) =>
      line(`told breakerflow-day-${event.kind}`, {
        x1: x.toPixel(toldMs),
        x2: x.toPixel(toldMs),
        y1: margin.top,
        y2: bottom,
      }),
    ),
  ]);
}

const valuesOf = ({ value, most, least }: DayPoint) => [...value, most, least].filter((number) => number !== undefined);

const levelValues = ({ thresholds, atOnce, bands }: PlotLevels) => [
  ...thresholds,
  ...(atOnce === undefined ? [] : [atOnce]),
  ...bands.flat(),
];

/** Every four hours, none so near an edge that its text would be cut. */
const hoursOf = ({ fromMs, toMs }: WatchedDay) =>
  Array.from({ length: 6 }, (_, index) => Math.ceil(fromMs / hourMs) * hourMs + (index * 4 + 1) * hourMs).filter(
    (atMs) => atMs - fromMs >= hourMs && toMs - atMs >= hourMs / 2,
  );

function extremes(day: WatchedDay, x: Scale, y: Scale): SVGElement[] {
  return (['most', 'least'] as const).map((name) =>
    path(
      name,
      lineOf(day, (point) => point[name], x, y),
    ),
  );
}

/** Steps of each mean over its time, broken where nothing was reported. */
function lineOf(
  { points, intervalMs }: WatchedDay,
  picked: (point: DayPoint) => number | undefined,
  x: Scale,
  y: Scale,
): string {
  let endedMs = Number.NEGATIVE_INFINITY;
  return points
    .map((point) => {
      const value = picked(point);
      if (value === undefined) return '';
      const isBroken = point.fromMs - endedMs > intervalMs;
      endedMs = point.atMs;
      const at = (ms: number) => `${tenths(x.toPixel(ms))} ${tenths(y.toPixel(value))}`;
      return `${isBroken ? 'M' : 'L'}${at(point.fromMs)}L${at(point.atMs)}`;
    })
    .join('');
}

const tenths = (pixel: number) => Math.round(pixel * 10) / 10;

type Attributes = Readonly<Record<string, string | number>>;

const line = (name: string, attributes: Attributes) => svg('line', { class: `breakerflow-day-${name}`, ...attributes });
const path = (name: string, d: string) => svg('path', { class: `breakerflow-day-${name}`, d });
const words = (text: string, attributes: Attributes) =>
  svg('text', { class: 'breakerflow-day-tick', ...attributes }, [text]);

function svg(tag: string, attributes: Attributes, children: readonly (Node | string)[] = []): SVGElement {
  const created = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, String(value));
  created.append(...children);
  return created;
}
