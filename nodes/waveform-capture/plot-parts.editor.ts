import { pathOf } from './plot/path';
import { domainOf, linearScale, type Scale } from './plot/scale';
import { decimalsOf, ticksOf } from './plot/ticks';
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
  /** Entered in the dialog, and not read from the device. */
  readonly edited: boolean;
}

export interface Panel {
  readonly title: string;
  readonly curves: readonly Curve[];
  readonly levels: readonly Level[];
}

/** What a plot shows: panels one below the other, over the same time. */
export interface Picture {
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
/** A level of the device so far beyond the curve would make a line of it. */
const farthest = 3;

const numberText = (value: number, decimals: number, locale: string) =>
  value.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** One panel with its grid, curves and thresholds; `top` is where it begins. */
export function panelOf({ title, curves, levels }: Panel, scale: Scale, top: number, locale: string): SVGGElement {
  const data = domainOf(curves.map((curve) => curve.values));
  const reach = Math.max(...data.map(Math.abs));
  const near = levels.filter(({ value, edited }) => edited || value <= reach * farthest);
  const y = linearScale(
    domainOf([...curves.map((curve) => curve.values), near.flatMap(({ value }) => [value, -value])]),
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
    ...near.flatMap((level) => levelLines(level, scale, y)),
    ...levelNames(levels, near, scale, y),
  ]);
}

/** Names stand at the right, or further left where another one is; of a level beyond the picture at its edge. */
function levelNames(levels: readonly Level[], near: readonly Level[], { range: [left, right] }: Scale, y: Scale) {
  const taken = new Map<number, number[]>();
  return levels.map((level) => {
    const isNear = near.includes(level);
    const height = isNear ? y.toPixel(level.value) - 3 : y.range[1] + 9;
    const free =
      [0, 1, 2].find((column) => (taken.get(column) ?? []).every((one) => Math.abs(one - height) >= 12)) ?? 0;
    taken.set(free, [...(taken.get(free) ?? []), height]);
    const attributes = { class: 'breakerflow-levelname', y: height, 'text-anchor': 'end' };
    return svg('text', { ...attributes, x: right - 3 - (free * (right - left)) / 3 }, [
      isNear ? level.label : `\u2191 ${level.label}`,
    ]);
  });
}

function levelLines({ kind, value, edited }: Level, { range: [left, right] }: Scale, y: Scale) {
  const style = `breakerflow-level breakerflow-${kind}${edited ? ' breakerflow-edited' : ''}`;
  return [value, -value].map((one) =>
    svg('line', { class: style, x1: left, x2: right, y1: y.toPixel(one), y2: y.toPixel(one), 'data-level': one }),
  );
}

/** Milliseconds below the panels. */
export function timeAxis(
  { sampleMs, zeroSample, count }: Picture,
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

/** The moment of the trigger, through all panels. */
export function triggerMark({ sample, label: name }: { sample: number; label: string }, scale: Scale, bottom: number) {
  const place = scale.toPixel(sample);
  const right = place > (scale.range[0] + scale.range[1]) / 2;
  return svg('g', {}, [
    svg('line', { class: 'breakerflow-trigger', x1: place, x2: place, y1: margin.top, y2: bottom }),
    svg(
      'text',
      {
        class: 'breakerflow-tick breakerflow-triggername',
        x: place + (right ? -4 : 4),
        y: margin.top - 4,
        'text-anchor': right ? 'end' : 'start',
      },
      [name],
    ),
  ]);
}
