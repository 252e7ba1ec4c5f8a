import { decimalsOf, domainOf, linearScale, pathOf, type Scale, ticksOf } from '../../src/plot';
import { svg } from './svg.editor';

/** The samples of one phase, in volts or amperes. */
export interface Curve {
  readonly phase: 'p0' | 'p1';
  readonly values: readonly number[];
}

/** A threshold, drawn at its value and at the negative of it. */
export interface Level {
  readonly kind: 'overcurrent' | 'sag' | 'swell';
  readonly value: number;
  readonly label: string;
  /** Entered in the dialog, not read from the device. */
  readonly edited: boolean;
}

export interface Panel {
  readonly title: string;
  readonly curves: readonly Curve[];
  readonly levels: readonly Level[];
}

/** The content of a plot: panels one below the other with a common time axis. */
export interface PlotContent {
  readonly count: number;
  readonly sampleMs: number;
  /** The sample that is at 0 ms. */
  readonly zeroSample: number;
  readonly trigger?: { readonly sample: number; readonly label: string };
  readonly panels: readonly Panel[];
}

export const margin = { left: 46, right: 8, top: 16 };
export const panelHeight = 118;
export const axisHeight = 22;
/** Levels of the device above this multiple of the curve are not drawn, because the curve would become a flat line. */
const maxLevelRatio = 3;

const numberText = (value: number, decimals: number, locale: string) =>
  value.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** One panel with its grid, curves and thresholds. `top`: the y of its upper edge. */
export function panelOf({ title, curves, levels }: Panel, scale: Scale, top: number, locale: string): SVGGElement {
  const data = domainOf(curves.map((curve) => curve.values));
  const reach = Math.max(...data.map(Math.abs));
  const drawnLevels = levels.filter(({ value, edited }) => edited || value <= reach * maxLevelRatio);
  const y = linearScale(
    domainOf([...curves.map((curve) => curve.values), drawnLevels.flatMap(({ value }) => [value, -value])]),
    [top + panelHeight, top],
  );
  const [left, right] = scale.range;
  const ticks = ticksOf(y.domain, 5);
  const decimals = decimalsOf(ticks.step);
  return svg('g', {}, [
    ...ticks.values.flatMap((value) => [
      svg('line', { class: 'breakerflow-grid', x1: left, x2: right, y1: y.toPixel(value), y2: y.toPixel(value) }),
      svg('text', { class: 'breakerflow-tick', x: left - 5, y: y.toPixel(value) + 4, 'text-anchor': 'end' }, [
        numberText(value, decimals, locale),
      ]),
    ]),
    svg('text', { class: 'breakerflow-tick', x: left, y: top - 4 }, [title]),
    ...curves.map(({ phase, values: samples }) =>
      svg('path', { class: `breakerflow-curve breakerflow-${phase}`, d: pathOf(samples, scale, y) }),
    ),
    ...drawnLevels.flatMap((level) => levelLines(level, scale, y)),
    ...levelNames(levels, drawnLevels, scale, y),
  ]);
}

/** The names of the levels: at the right, or further left if another name is there; a level that is not drawn at the edge. */
function levelNames(
  levels: readonly Level[],
  drawnLevels: readonly Level[],
  { range: [left, right] }: Scale,
  y: Scale,
) {
  const usedHeights = new Map<number, number[]>();
  return levels.map((level) => {
    const isDrawn = drawnLevels.includes(level);
    const height = isDrawn ? y.toPixel(level.value) - 3 : y.range[1] + 9;
    const freeColumn =
      [0, 1, 2].find((column) => (usedHeights.get(column) ?? []).every((used) => Math.abs(used - height) >= 12)) ?? 0;
    usedHeights.set(freeColumn, [...(usedHeights.get(freeColumn) ?? []), height]);
    const attributes = { class: 'breakerflow-levelname', y: height, 'text-anchor': 'end' };
    return svg('text', { ...attributes, x: right - 3 - (freeColumn * (right - left)) / 3 }, [
      isDrawn ? level.label : `\u2191 ${level.label}`,
    ]);
  });
}

function levelLines({ kind, value, edited }: Level, { range: [left, right] }: Scale, y: Scale) {
  const style = `breakerflow-level breakerflow-${kind}${edited ? ' breakerflow-edited' : ''}`;
  return [value, -value].map((level) =>
    svg('line', { class: style, x1: left, x2: right, y1: y.toPixel(level), y2: y.toPixel(level), 'data-level': level }),
  );
}

/** The time axis below the panels, in milliseconds. */
export function timeAxis(
  { sampleMs, zeroSample, count }: PlotContent,
  scale: Scale,
  bottom: number,
  locale: string,
): SVGGElement {
  const first = -zeroSample * sampleMs;
  const last = (count - 1 - zeroSample) * sampleMs;
  const [left, right] = scale.range;
  const time = linearScale([first, last], scale.range);
  const ticks = ticksOf([first, last], Math.max(2, Math.floor((right - left) / 55)));
  const decimals = decimalsOf(ticks.step);
  return svg(
    'g',
    {},
    ticks.values.map((value, index) =>
      svg('text', { class: 'breakerflow-tick', x: time.toPixel(value), y: bottom + 15, 'text-anchor': 'middle' }, [
        index === ticks.values.length - 1
          ? `${numberText(value, decimals, locale)} ms`
          : numberText(value, decimals, locale),
      ]),
    ),
  );
}

/** A vertical line at the trigger through all panels. */
export function triggerMark({ sample, label: name }: { sample: number; label: string }, scale: Scale, bottom: number) {
  const pixel = scale.toPixel(sample);
  const right = pixel > (scale.range[0] + scale.range[1]) / 2;
  return svg('g', {}, [
    svg('line', { class: 'breakerflow-trigger', x1: pixel, x2: pixel, y1: margin.top, y2: bottom }),
    svg(
      'text',
      {
        class: 'breakerflow-tick breakerflow-triggername',
        x: pixel + (right ? -4 : 4),
        y: margin.top - 4,
        'text-anchor': right ? 'end' : 'start',
      },
      [name],
    ),
  ]);
}
